import { join } from "node:path";
import { isMissing, type LogFiles } from "./log-files.ts";

/** Where a segment stands in its partition. */
export type SegmentPlace = {
  /** The byte of the partition at which it begins. */
  readonly startsAt: number;
  /**
   * The byte behind all that was taken over before it, at most `startsAt`: whoever has not come so far misses something.
   * Between the two may have stood what failed to be written.
   */
  readonly follows: number;
};

/** One file of a partition. Its name says where it stands there. */
export type Segment = SegmentPlace & { readonly path: string };

/** Wide enough for every whole number that is exact, so that names sort like numbers. */
const digits = 16;
const form = /^(\d{16})(?:-(\d{16}))?\.jsonl(?:\.removing)?$/;

/** A segment on its way out: nobody adds to it any more, and it can still be read. */
export const removingSuffix = ".removing";

export function segmentPath(folder: string, { startsAt, follows }: SegmentPlace): string {
  const places = startsAt === follows ? [startsAt] : [startsAt, follows];
  return join(folder, `${places.map((at) => String(at).padStart(digits, "0")).join("-")}.jsonl`);
}

/** The segments of a partition's folder in their order; none when there is no such folder. */
export async function listSegments(files: LogFiles, folder: string): Promise<readonly Segment[]> {
  const names = await namesIn(files, folder);
  return names
    .flatMap((name) => {
      const [, startsAt, follows = startsAt] = form.exec(name) ?? [];
      if (startsAt === undefined) return [];
      return [{ path: join(folder, name), startsAt: Number(startsAt), follows: Number(follows) }];
    })
    .toSorted(inOrder);
}

/** What is on its way out comes before what was begun in its place. */
function inOrder(one: Segment, other: Segment): number {
  return one.startsAt - other.startsAt || other.path.length - one.path.length;
}

/** The partitions of a log: a folder for each start of a process. */
export async function listPartitions(files: LogFiles, root: string): Promise<readonly string[]> {
  try {
    const entries = await files.readdir(root, { withFileTypes: true });
    return entries
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
      .toSorted();
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

async function namesIn(files: LogFiles, folder: string): Promise<readonly string[]> {
  try {
    return await files.readdir(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}
