import type { ServerConfig } from "../config.ts";
import { clickFolders } from "./click-folders.ts";

/** What of the click log can be seen from here. */
export type LogSight = (partition: string) => boolean;

/**
 * Looks which partitions of the click log are there: in the files of this node, whatever `CLICKS` is by now, and in what
 * `CLICKS` names. Those of other nodes cannot be seen.
 *
 * @throws {ClickError} `LOG_UNAVAILABLE` when the folder of the log cannot be read
 */
export async function seeClickLog(
  config: Pick<ServerConfig, "clicks" | "dataDir" | "kafkaTopic">,
  now: () => number,
): Promise<LogSight> {
  const { openFileSource } = await import("@narrows/clicks/files");
  const files = openFileSource({ folder: clickFolders(config.dataDir).log, now });
  const here = new Set(await files.partitions());
  await files.close();
  return (partition) =>
    here.has(partition) ||
    (config.clicks === "outbox" && partition === "outbox") ||
    (config.clicks === "kafka" && partition.startsWith(`kafka:${config.kafkaTopic}/`));
}
