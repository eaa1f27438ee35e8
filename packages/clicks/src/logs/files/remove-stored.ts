import { isMissing, faultOf, type LogFiles } from "./log-files.ts";
import { listSegments, removingSuffix, type Segment } from "./segment-names.ts";
import { endOfSegment } from "./segment-reader.ts";

/** Removes the segments of which everything is stored. The last one stays, for its process may add to it. */
export async function removeStored(files: LogFiles, folder: string, position: number): Promise<void> {
  const segments = await listSegments(files, folder);
  for (const [index, segment] of segments.entries()) {
    const next = segments[index + 1];
    if (next === undefined || next.startsAt > position) return;
    await ignoring(["ENOENT"], files.unlink(segment.path));
  }
}

export type Silence = { readonly position: number; readonly silentSince: number };

/** Whether all is stored and nobody has given a sign of life for long. */
export async function isPartitionEnded(files: LogFiles, folder: string, silence: Silence): Promise<boolean> {
  const segments = await listSegments(files, folder);
  try {
    const { mtimeMs } = await files.stat(segments.at(-1)?.path ?? folder);
    return mtimeMs < silence.silentSince && (await isStored(files, segments, silence.position));
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/**
 * Removes the folder of a partition that has ended. Whoever is alive after all sees that its file has gone elsewhere and
 * writes into a new one; what it has written before that is still found here, and the file goes back to its place.
 */
export async function removePartition(files: LogFiles, folder: string, position: number): Promise<void> {
  await removeStored(files, folder, position);
  for (const { path, startsAt } of await listSegments(files, folder)) {
    const aside = path.endsWith(removingSuffix) ? path : `${path}${removingSuffix}`;
    await ignoring(["ENOENT"], files.rename(path, aside));
    const isDone = await isStored(files, [{ path: aside, startsAt }], position);
    const home = aside.slice(0, -removingSuffix.length);
    await ignoring(["ENOENT"], isDone ? files.unlink(aside) : files.rename(aside, home));
  }
  await ignoring(["ENOENT", "ENOTEMPTY", "EEXIST"], files.rmdir(folder));
}

/** What is no longer there is stored, or another would not have removed it. */
async function isStored(files: LogFiles, segments: readonly Segment[], position: number): Promise<boolean> {
  const last = segments.at(-1);
  if (last === undefined) return true;
  try {
    const offset = Math.max(0, position - last.startsAt);
    return last.startsAt + (await endOfSegment(files, last.path, offset)) <= position;
  } catch (error) {
    if (isMissing(error)) return true;
    throw error;
  }
}

async function ignoring(faults: readonly string[], work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!faults.includes(faultOf(error))) throw error;
  }
}
