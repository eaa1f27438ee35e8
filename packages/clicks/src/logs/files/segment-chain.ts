import { join } from "node:path";
import type { KeptBytes } from "./kept-bytes.ts";
import { isMissing, type LogFiles } from "./log-files.ts";
import type { LogSync } from "./log-sync.ts";
import { segmentPath } from "./segment-names.ts";
import { openSegment, type SegmentWriter } from "./segment-writer.ts";

export type SegmentChainOptions = {
  readonly files: LogFiles;
  /** The folder of the log, and the name of the partition's own in it. */
  readonly folder: string;
  readonly name: string;
  readonly maxSegmentBytes: number;
  readonly kept: KeptBytes;
  readonly sync: LogSync;
};

/** The segments of a partition as they are written: one after the other, each at bytes of its own. */
export function createSegmentChain({ files, folder: root, name, maxSegmentBytes, kept, sync }: SegmentChainOptions) {
  const folder = join(root, name);
  let current: SegmentWriter | undefined;
  /** The byte at which the next segment may begin: behind everything that may ever have stood in the ones before. */
  let nextStart = 0;

  async function begin(): Promise<SegmentWriter> {
    await kept.measure();
    current = await openIn(files, folder, nextStart);
    return current;
  }

  async function end(work: (ended: SegmentWriter) => Promise<unknown>): Promise<void> {
    const ended = current;
    current = undefined;
    if (ended === undefined) return;
    await work(ended).catch(() => undefined);
    await ended.close().catch(() => undefined);
  }

  async function segmentFor(bytes: number): Promise<SegmentWriter> {
    const size = current?.size() ?? 0;
    if (size > 0 && size + bytes > maxSegmentBytes) await end((full) => sync.syncNow(full));
    return current ?? begin();
  }

  return {
    current: () => current,
    begin,
    end,
    /** Adds a batch; false when its segment was taken away meanwhile, so that nobody may ever read it. */
    async append(bytes: Buffer): Promise<boolean> {
      const segment = await segmentFor(bytes.length);
      // Whatever comes of it, these bytes are never another batch's.
      nextStart += bytes.length;
      try {
        const isInPlace = await segment.append(bytes);
        kept.add(bytes.length);
        if (isInPlace) sync.later(segment);
        else await end(() => Promise.resolve());
        return isInPlace;
      } catch (error) {
        await end((spoilt) => spoilt.cutBack());
        throw error;
      }
    },
  };
}

/** The folder may be gone: another has found it silent and empty, or somebody tidied up. */
async function openIn(files: LogFiles, folder: string, startsAt: number): Promise<SegmentWriter> {
  const path = segmentPath(folder, startsAt);
  try {
    return await openSegment(files, path);
  } catch (error) {
    if (!isMissing(error)) throw error;
    await files.mkdir(folder, { recursive: true });
    return openSegment(files, path);
  }
}
