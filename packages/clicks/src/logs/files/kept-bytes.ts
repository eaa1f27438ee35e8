import { join } from "node:path";
import { isMissing, type LogFiles } from "./log-files.ts";
import { listPartitions, listSegments } from "./segment-names.ts";

/** How often a log that is full looks whether a writer has removed something. */
const lookAgainMs = 1_000;

/**
 * Watches how much a log keeps on the disk, all of its partitions together. Others add to it too, so it is measured anew
 * with each segment; in between only what this process adds is known.
 */
export function createKeptBytes(
  files: LogFiles,
  root: string,
  { maxBytes, now }: { readonly maxBytes: number; readonly now: () => number },
) {
  let bytes = 0;
  let measuredAt = Number.NEGATIVE_INFINITY;

  async function measure(): Promise<void> {
    measuredAt = now();
    bytes = await bytesIn(files, root);
  }

  return {
    measure,
    add(more: number): void {
      bytes += more;
    },
    async hasRoomFor(more: number): Promise<boolean> {
      if (bytes + more > maxBytes && Math.abs(now() - measuredAt) >= lookAgainMs) await measure();
      return bytes + more <= maxBytes;
    },
    bytes: () => bytes,
  };
}

export type KeptBytes = ReturnType<typeof createKeptBytes>;

async function bytesIn(files: LogFiles, root: string): Promise<number> {
  let bytes = 0;
  for (const partition of await listPartitions(files, root)) {
    for (const { path } of await listSegments(files, join(root, partition))) bytes += await sizeOf(files, path);
  }
  return bytes;
}

/** A writer may remove a file while it is being looked for. */
async function sizeOf(files: LogFiles, path: string): Promise<number> {
  try {
    return (await files.stat(path)).size;
  } catch (error) {
    if (isMissing(error)) return 0;
    throw error;
  }
}
