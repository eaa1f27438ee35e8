import { existsSync } from "node:fs";
import { endOfLog, type ClickStore } from "@narrows/clicks";
import type { Logger } from "@narrows/service";
import { clickDatabasePath } from "./click-folders.ts";
import type { ClickConfig } from "./click-settings.ts";
import type { Late } from "./late.ts";
import { seeClickLog } from "./see-click-log.ts";

export type LostLogsOptions = {
  readonly config: ClickConfig;
  readonly store: Late<Pick<ClickStore, "partitions" | "complete">>;
  readonly log: Logger;
  readonly now: () => number;
};

/**
 * Has reports wait no longer for logs that cannot come back: files of this node that the store knows and that are gone, as
 * after a restore of the store. Only where the store is in `DATA_DIR` too: another one also counts what other nodes have.
 * Positions stay, so that files that are put back after all are counted from there.
 *
 * @throws {ClickError} `STORE_UNAVAILABLE`, `LOG_UNAVAILABLE`
 */
export async function endLostLogs({ config, store, log, now }: LostLogsOptions): Promise<void> {
  const { clickhouseUrl, databaseUrl, dataDir } = config;
  if (clickhouseUrl !== undefined || databaseUrl !== undefined) return;
  // A file is not made to look into it.
  if (!existsSync(clickDatabasePath(dataDir))) return;
  const opened = await store.get();
  // In this order: a process makes its files before the store hears of them.
  const waitedFor = (await opened.partitions()).filter(({ completeAt }) => completeAt !== endOfLog);
  const isHere = await seeClickLog(config, now);
  const partitions = waitedFor.map(({ partition }) => partition).filter((partition) => isHere(partition) === false);
  for (const partition of partitions) await opened.complete(partition, endOfLog);
  if (partitions.length > 0) log.warn({ partitions }, lost);
}

const lost =
  "The files of these clicks are gone, and reports wait for them no longer. After a restore, what was counted since the copy is lost.";
