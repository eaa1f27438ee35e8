import { randomBytes } from "node:crypto";
import type { Click, DailySalts, Places, Visit } from "@narrows/clicks";
import type { Logger } from "@narrows/service";
import { createAddressOf } from "../auth/sender-of.ts";
import type { Clocks } from "../clocks.ts";
import { createFaultLog, createOutageLog } from "../fault-log.ts";
import { clickFolders } from "./click-folders.ts";
import type { ClickConfig } from "./click-settings.ts";

export type DescriberParts = {
  readonly config: ClickConfig;
  readonly log: Logger;
  readonly clocks: Pick<Clocks, "now">;
  readonly places: Places | undefined;
};

/** Turns visits into clicks. */
export type OpenedDescriber = { readonly describe: (visit: Visit) => Click; readonly close: () => void };

/**
 * Loads what tells readers apart, which a start does not wait for. Where nodes share their salts, it waits some seconds
 * at most for the one of today.
 */
export async function openDescriber(parts: DescriberParts): Promise<OpenedDescriber> {
  const { config, log, places } = parts;
  const { createDescriber } = await import("@narrows/clicks/describe");
  const onFault = createFaultLog(log, "Something of a click could not be found out.");
  const salts = await openSalts(parts, onFault);
  const { baseUrl, domains = [] } = config;
  const describe = createDescriber({
    addressOf: createAddressOf(config.trustedProxies ?? { isEmpty: true, blocks: [] }),
    salts,
    ...(places === undefined ? {} : { places }),
    ownHosts: baseUrl === undefined ? domains : [baseUrl.hostname, ...domains],
    randomBytes,
    onFault,
  });
  return { describe, close: () => salts.close() };
}

/** Salts of the node, and where there is a DATABASE_URL those of all nodes. */
async function openSalts(
  { config, log, clocks }: DescriberParts,
  onFault: (error: unknown) => void,
): Promise<DailySalts> {
  const { createSharedSalts, formatSaltDay, openFileSalts } = await import("@narrows/clicks/describe");
  const making = { now: clocks.now, randomBytes };
  const own = openFileSalts({ ...making, folder: clickFolders(config.dataDir).salts, onFault });
  if (config.databaseUrl === undefined) return own;
  const { connectTo, createPostgresSalts } = await import("@narrows/clicks/postgres-salts");
  const salts = createSharedSalts({
    ...making,
    store: createPostgresSalts({ connect: connectTo(config.databaseUrl.href) }),
    own,
    onFault: createOutageLog(log, "The salts that all nodes share cannot be read or removed at present."),
    onAlone(day) {
      log.warn(
        { date: formatSaltDay(day) },
        "PostgreSQL gave no salt for this day: until it is over, readers who meet several nodes count on each.",
      );
    },
  });
  await salts.ready();
  return salts;
}
