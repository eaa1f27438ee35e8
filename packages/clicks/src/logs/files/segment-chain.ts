import { join } from "node:path";
import type { KeptBytes } from "./kept-bytes.ts";
import { faultOf, folderMode, isMissing, type LogFiles } from "./log-files.ts";
import { segmentPath, type SegmentPlace } from "./segment-names.ts";
import { openSegment, type Placement, type SegmentWriter } from "./segment-writer.ts";

export type SegmentChainOptions = {
  readonly files: LogFiles;
  /** The folder of the log, and the name of the partition's own in it. */
  readonly folder: string;
  readonly name: string;
  readonly maxSegmentBytes: number;
  readonly kept: KeptBytes;
};

/** The segments of a partition as they are written: one after the other, each at bytes of its own. */
export class SegmentChain {
  readonly #options: SegmentChainOptions;
  #current: SegmentWriter | undefined;
  /** The byte at which the next segment may begin: behind everything that may ever have stood in the ones before. */
  #nextStart = 0;
  /** The byte behind all that was taken over: a reader who goes on behind it misses nothing. */
  #takenUpTo = 0;

  constructor(options: SegmentChainOptions) {
    this.#options = options;
  }

  /** What is being written; undefined before the first segment, and after a failure until the next append. */
  current(): SegmentWriter | undefined {
    return this.#current;
  }

  async begin(): Promise<SegmentWriter> {
    const { files, folder, name, kept } = this.#options;
    await kept.measure();
    try {
      this.#current = await openIn(files, join(folder, name), { startsAt: this.#nextStart, follows: this.#takenUpTo });
      return this.#current;
    } catch (error) {
      // Whatever it is that stands there, the next try goes round it.
      if (faultOf(error) === "EEXIST") this.#nextStart += 1;
      throw error;
    }
  }

  /**
   * Ends what is being written though it is not full, for a reader never removes the last segment of a partition: a log
   * that is full would stay full for good. Where this fails, it is tried again with the next append.
   */
  async turn(): Promise<void> {
    if (this.#current?.size() === 0) return;
    await this.end();
    await this.begin().catch(() => undefined);
  }

  /** Closes what is being written, after some last work that may fail. */
  async end(work?: (ended: SegmentWriter) => Promise<void>): Promise<void> {
    const ended = this.#current;
    this.#current = undefined;
    if (ended === undefined) return;
    await work?.(ended).catch(() => undefined);
    await ended.close().catch(() => undefined);
  }

  /**
   * Adds a batch; false when its segment is not what it was, so that nobody may ever read the batch. Then it must be given
   * again.
   *
   * After a failure another segment is there at once where that is possible: a reader removes what is stored of the one
   * before, without which a disk that is full would stay full.
   */
  async append(bytes: Buffer): Promise<boolean> {
    const { kept } = this.#options;
    const segment = await this.#segmentFor(bytes.length);
    // Whatever comes of it, these bytes are never another batch's.
    this.#nextStart += bytes.length;
    try {
      const placement = await segment.append(bytes);
      kept.add(bytes.length);
      if (placement !== "in place") return await this.#leave(segment, placement, bytes.length);
      this.#takenUpTo = this.#nextStart;
      return true;
    } catch (error) {
      await this.end((spoilt) => spoilt.cutBack());
      await this.begin().catch(() => undefined);
      throw error;
    }
  }

  async #segmentFor(bytes: number): Promise<SegmentWriter> {
    const { maxSegmentBytes } = this.#options;
    const size = this.#current?.size() ?? 0;
    if (size > 0 && size + bytes > maxSegmentBytes) await this.end();
    return this.#current ?? this.begin();
  }

  /** Nobody reads what was added to a segment that is away: the same bytes of the partition are the batch's once more. */
  async #leave(segment: SegmentWriter, placement: Exclude<Placement, "in place">, bytes: number): Promise<false> {
    if (placement === "away") this.#nextStart -= bytes;
    else this.#nextStart = Math.max(this.#nextStart, segment.end());
    await this.end();
    return false;
  }
}

/** The folder may be gone: another has found it silent and empty, or somebody tidied up. */
async function openIn(files: LogFiles, folder: string, place: SegmentPlace): Promise<SegmentWriter> {
  const segment = { path: segmentPath(folder, place), ...place };
  try {
    return await openSegment(files, segment);
  } catch (error) {
    if (!isMissing(error)) throw error;
    await files.mkdir(folder, { recursive: true, mode: folderMode });
    return openSegment(files, segment);
  }
}
