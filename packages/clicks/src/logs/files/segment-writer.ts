import type { FileHandle } from "node:fs/promises";
import { dirname } from "node:path";
import { fileMode, isMissing, type LogFiles } from "./log-files.ts";
import type { Segment } from "./segment-names.ts";

/** Which file it is, whatever it is called. */
type Identity = { readonly dev: bigint; readonly ino: bigint };

/**
 * Opens a new segment, which must not be there yet.
 *
 * @throws What the file system says.
 */
export async function openSegment(files: LogFiles, { path, startsAt }: Segment) {
  const handle = await files.open(path, "ax", fileMode);
  const identity: Identity = await handle.stat({ bigint: true });
  let size = 0;
  /** Whether the file would still be found after a power failure. */
  let isListed = false;

  /**
   * Gives back the room that a part of a batch takes; a segment with nothing else goes altogether. The first one stays:
   * without it a reader would miss what begins there.
   */
  async function cutBack(): Promise<void> {
    if (size > 0 || startsAt === 0) await files.truncate(path, size);
    else await files.unlink(path);
  }

  return {
    size: () => size,
    /**
     * Adds a whole batch. A segment that has failed once takes no more: nobody knows how far it got.
     *
     * @returns False when the segment is no longer where readers look for it.
     */
    async append(bytes: Buffer): Promise<boolean> {
      await writeAll(handle, bytes);
      const isRead = await isInPlace(files, path, identity);
      size += bytes.length;
      return isRead;
    },
    cutBack,
    async sync(): Promise<void> {
      await handle.datasync();
      if (!isListed) await syncFolders(files, dirname(path));
      isListed = true;
    },
    /** Says that somebody is at work here; see `isEnded` of the source. */
    touch: (at: Date) => handle.utimes(at, at),
    close: () => handle.close(),
  };
}

export type SegmentWriter = Awaited<ReturnType<typeof openSegment>>;

async function writeAll(handle: FileHandle, bytes: Buffer): Promise<void> {
  for (let done = 0; done < bytes.length;) done += (await handle.write(bytes, done)).bytesWritten;
}

/** Whether a reader will find here what was written: the file may be removed, or on its way out. */
async function isInPlace(files: LogFiles, path: string, identity: Identity): Promise<boolean> {
  try {
    const found: Identity = await files.stat(path, { bigint: true });
    return found.ino === identity.ino && found.dev === identity.dev;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/** A new file stands in its folder, and that in the folder of the log. */
async function syncFolders(files: LogFiles, folder: string): Promise<void> {
  for (const path of [folder, dirname(folder)]) {
    const handle = await files.open(path, "r");
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  }
}
