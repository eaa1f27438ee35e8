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
 * Loads what tells readers apart, which a start does not wait for. It waits some seconds at most for the salt of today.
 */
export async function openDescriber(parts: DescriberParts): Promise<OpenedDescriber> {
  const { config, log, places } = parts;
  const { createDescriber } = await import("@narrows/clicks/describe");
  const onFault = createFaultLog(log, "Something of a click could not be found out.");
  const salts = await openSalts(parts);
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

/** Salts of the node, or where there is a DATABASE_URL those of all nodes. */
async function openSalts(parts: DescriberParts): Promise<DailySalts> {
  const { databaseUrl } = parts.config;
  const salts = databaseUrl === undefined ? (await nodeSalts(parts))() : await openAllSalts(parts, databaseUrl);
  await salts.ready();
  return salts;
}

async function openAllSalts(parts: DescriberParts, databaseUrl: URL): Promise<DailySalts> {
  const { log, clocks } = parts;
  const { createSharedSalts, formatSaltDay } = await import("@narrows/clicks/describe");
  const { connectTo, createPostgresSalts } = await import("@narrows/clicks/postgres-salts");
  const openOwn = await nodeSalts(parts);
  return createSharedSalts({
    now: clocks.now,
    randomBytes,
    store: createPostgresSalts({ connect: connectTo(databaseUrl.href) }),
    openOwn,
    onFault: createOutageLog(log, "The salts that all nodes share cannot be read or removed at present."),
    onAlone(day) {
      log.warn(
        { date: formatSaltDay(day) },
        "PostgreSQL gave no salt for this day: until it is over, readers who meet several nodes count on each.",
      );
    },
  });
}

/** What opens the salts in files. */
async function nodeSalts({ config, log, clocks }: DescriberParts): Promise<() => DailySalts> {
  const { formatSaltDay, openFileSalts } = await import("@narrows/clicks/describe");
  const onFault = createOutageLog(log, "Salts cannot be read, written or removed in DATA_DIR/clicks/salts at present.");
  return () =>
    openFileSalts({
      folder: clickFolders(config.dataDir).salts,
      now: clocks.now,
      randomBytes,
      onFault,
      onAlone(day) {
        log.warn(
          { date: formatSaltDay(day) },
          "DATA_DIR gave no salt for this day: until it is over, readers count anew in each process and after each start.",
        );
      },
    });
}
