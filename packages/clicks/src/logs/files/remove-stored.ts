import { isMissing, faultOf, type LogFiles } from "./log-files.ts";
import { listSegments, removingSuffix, type Segment } from "./segment-names.ts";
import { endOfSegment } from "./segment-reader.ts";

/** Removes the segments of which everything is stored. The last one stays, for its process may add to it. */
export async function removeStored(files: LogFiles, folder: string, position: number): Promise<void> {
  const segments = await listSegments(files, folder);
  for (const [index, segment] of segments.entries()) {
    const next = segments[index + 1];
    if (next === undefined || next.follows > position) return;
    await ignoring(["ENOENT"], files.unlink(segment.path));
  }
}

export type Silence = { readonly position: number; readonly silentSince: number };

/** Whether all is stored and nobody has given a sign of life for long. */
export async function isPartitionEnded(files: LogFiles, folder: string, silence: Silence): Promise<boolean> {
  const segments = await listSegments(files, folder);
  try {
    const { mtimeMs } = await files.stat(segments.at(-1)?.path ?? folder);
    return mtimeMs < silence.silentSince && (await isStored(files, segments.at(-1), silence.position));
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
  for (const segment of await listSegments(files, folder)) {
    const aside = segment.path.endsWith(removingSuffix) ? segment.path : `${segment.path}${removingSuffix}`;
    await ignoring(["ENOENT"], files.rename(segment.path, aside));
    const isDone = await isStored(files, { ...segment, path: aside }, position);
    if (!isDone) await putBack(files, aside);
    await ignoring(["ENOENT"], files.unlink(aside));
  }
  await ignoring(["ENOENT", "ENOTEMPTY", "EEXIST"], files.rmdir(folder));
}

/**
 * Never over a file that was begun in its place meanwhile: that one has what is in this one, for its process has written it
 * there once more, and may have gone on.
 */
async function putBack(files: LogFiles, aside: string): Promise<void> {
  await ignoring(["ENOENT", "EEXIST"], files.link(aside, aside.slice(0, -removingSuffix.length)));
}

/** Up to its end, and before it. What is no longer there is stored, or another would not have removed it. */
async function isStored(files: LogFiles, segment: Segment | undefined, position: number): Promise<boolean> {
  if (segment === undefined) return true;
  if (segment.follows > position) return false;
  try {
    const offset = Math.max(0, position - segment.startsAt);
    return (await endOfSegment(files, segment.path, offset)) === offset;
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
