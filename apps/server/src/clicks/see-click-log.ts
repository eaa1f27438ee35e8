import type { ServerConfig } from "../config.ts";
import { clickFolders } from "./click-folders.ts";

/** Whether a partition's log is here; undefined: it is none of files, and of another log than `CLICKS` names. */
export type LogSight = (partition: string) => boolean | undefined;

/**
 * Looks which partitions of the click log are there: in the files of this node, whatever `CLICKS` is by now, and in what
 * `CLICKS` names. Files of other nodes cannot be seen.
 *
 * @throws {ClickError} `LOG_UNAVAILABLE` when the folder of the log cannot be read
 */
export async function seeClickLog(
  config: Pick<ServerConfig, "clicks" | "dataDir" | "kafkaTopic">,
  now: () => number,
): Promise<LogSight> {
  const { openFileSource } = await import("@narrows/clicks/files");
  const files = openFileSource({ folder: clickFolders(config.dataDir).log, now });
  const here = await files.partitions();
  await files.close();
  return sightOf(here, config);
}

/** @param inFiles The partitions in the files of this node. */
export function sightOf(inFiles: readonly string[], config: Pick<ServerConfig, "clicks" | "kafkaTopic">): LogSight {
  const here = new Set(inFiles);
  return (partition) => {
    if (here.has(partition)) return true;
    if (partition === outboxPartition) return config.clicks === "outbox" || undefined;
    if (!partition.startsWith("kafka:")) return false;
    return (config.clicks === "kafka" && partition.startsWith(`kafka:${config.kafkaTopic}/`)) || undefined;
  };
}

/** The outbox is one partition. */
export const outboxPartition = "outbox";
