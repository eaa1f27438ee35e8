import type { FileHandle } from "node:fs/promises";
import { fileMode, isMissing, type LogFiles } from "./log-files.ts";
import type { Segment } from "./segment-names.ts";

/** Which file it is, whatever it is called. */
type Identity = { readonly dev: bigint; readonly ino: bigint };

/**
 * Whether readers find what was added: `away` when the file is removed, or on its way out; `damaged` when it is shorter or
 * longer than what was written, as somebody else has cut it or added to it.
 */
export type Placement = "in place" | "away" | "damaged";

/**
 * Opens a new segment, which must not be there yet.
 *
 * @throws What the file system says.
 */
export async function openSegment(files: LogFiles, { path, startsAt }: Segment) {
  const handle = await files.open(path, "ax", fileMode);
  const identity: Identity = await handle.stat({ bigint: true });
  let size = 0;
  let seenSize = 0;

  /** Gives back the room that a part of a batch takes; a segment with nothing else goes altogether. */
  async function cutBack(): Promise<void> {
    if (size > 0) await files.truncate(path, size);
    else await files.unlink(path);
  }

  /** In a file that somebody has cut, a batch stands where others stood: a reader would pass them without missing them. */
  async function takeBack(bytes: number): Promise<void> {
    await files.truncate(path, Math.max(0, seenSize - bytes)).catch(() => undefined);
  }

  async function look(expectedSize: number): Promise<Placement> {
    const found = await findFile(files, path);
    if (found?.ino !== identity.ino || found.dev !== identity.dev) return "away";
    seenSize = Number(found.size);
    return seenSize === expectedSize ? "in place" : "damaged";
  }

  return {
    size: () => size,
    /** The byte of the partition behind everything that was ever seen in it. */
    end: () => startsAt + Math.max(size, seenSize),
    /** Adds a whole batch. A segment that has failed once takes no more: nobody knows how far it got. */
    async append(bytes: Buffer): Promise<Placement> {
      await writeAll(handle, bytes);
      const wholeSize = size + bytes.length;
      const placement = await look(wholeSize);
      if (placement === "damaged" && seenSize < wholeSize) await takeBack(bytes.length);
      size = wholeSize;
      return placement;
    },
    cutBack,
    /** Says that somebody is at work here; see `isEnded` of the source. */
    touch: (at: Date) => handle.utimes(at, at),
    close: () => handle.close(),
  };
}

export type SegmentWriter = Awaited<ReturnType<typeof openSegment>>;

async function writeAll(handle: FileHandle, bytes: Buffer): Promise<void> {
  for (let done = 0; done < bytes.length;) done += (await handle.write(bytes, done)).bytesWritten;
}

async function findFile(files: LogFiles, path: string): Promise<(Identity & { readonly size: bigint }) | undefined> {
  try {
    return await files.stat(path, { bigint: true });
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
