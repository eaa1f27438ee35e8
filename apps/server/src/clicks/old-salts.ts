import { createSaltFiles, firstLiveDay } from "@narrows/clicks/old-salts";
import type { Logger, Part } from "@narrows/service";
import type { Clocks } from "../clocks.ts";
import type { ServerConfig } from "../config.ts";
import { createOutageLog } from "../fault-log.ts";
import { clickCloseMs } from "../stop-deadlines.ts";
import { clickFolders } from "./click-folders.ts";
import { settledWithin } from "./settled.ts";

export type OldSaltsOptions = {
  readonly config: Pick<ServerConfig, "dataDir" | "databaseUrl">;
  readonly log: Logger;
  readonly clocks: Pick<Clocks, "now">;
};

/** The clock may be set, and a day that is over shows up in no other way. */
const lookEveryMs = 60_000;

/**
 * Forgets the salts of days that are over, also where nobody follows a link and with CLICKS=off: at the start, and within a
 * minute while the service runs. Beside everything else: neither a disk nor a PostgreSQL that does not answer is waited for.
 */
export function oldSalts(options: OldSaltsOptions): Part {
  const removeFiles = createFileRemoval(options);
  const removeShared = createSharedRemoval(options);
  let timer: NodeJS.Timeout | undefined;
  let underWay: Promise<unknown> | undefined;
  const look = (): void => {
    underWay ??= Promise.all([removeFiles(), removeShared()]).finally(() => (underWay = undefined));
  };
  return {
    name: "old salts",
    start() {
      look();
      timer = setInterval(look, lookEveryMs).unref();
    },
    async stop() {
      clearInterval(timer);
      await settledWithin(clickCloseMs.store, underWay ?? Promise.resolve());
    },
  };
}

function createFileRemoval({ config, log, clocks }: OldSaltsOptions): () => Promise<void> {
  const salts = createSaltFiles({ folder: clickFolders(config.dataDir).salts, now: clocks.now });
  const message = "Salts of days that are over cannot be removed at present; remove DATA_DIR/clicks/salts.";
  const onFault = createOutageLog(log, message);
  return () => salts.removeBefore(firstLiveDay(clocks.now())).catch(onFault);
}

/** Asks once for each day that is over, and a minute after a fault again. */
function createSharedRemoval({ config, log, clocks }: OldSaltsOptions): () => Promise<void> {
  const { databaseUrl } = config;
  const message =
    "Salts of days that are over cannot be removed from PostgreSQL at present; empty narrows_clicks.salts there.";
  const onFault = createOutageLog(log, message);
  let removedBefore: number | undefined;
  return async () => {
    const before = firstLiveDay(clocks.now());
    if (databaseUrl === undefined || before === removedBefore) return;
    try {
      const { connectTo, removeOldPostgresSalts } = await import("@narrows/clicks/postgres-salts");
      await removeOldPostgresSalts({ connect: connectTo(databaseUrl.href) }, clocks.now());
      removedBefore = before;
    } catch (error) {
      onFault(error);
    }
  };
}
