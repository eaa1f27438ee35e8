import { open, type FileHandle } from "node:fs/promises";
import { dirname } from "node:path";

/** A file of the spool to which frames are added. */
export interface SpoolFile {
  readonly path: string;
  /** Of whole frames. */
  readonly bytes: number;
  /** Resolves once the bytes are on the disk. When it throws, nothing of them is left, or the file must not be added to. */
  append(bytes: Buffer): Promise<void>;
  /** True when an append failed and could not be taken back. */
  readonly isBroken: boolean;
  close(): Promise<void>;
}

/** Makes a file of its own, which the service's own user alone can read. */
export async function createSpoolFile(path: string): Promise<SpoolFile> {
  const handle = await open(path, "wx", 0o600);
  // Else a crash could take the file's name away, and with it what was answered.
  await syncFolder(dirname(path));
  let bytes = 0;
  let isBroken = false;
  return {
    path,
    get bytes() {
      return bytes;
    },
    get isBroken() {
      return isBroken;
    },
    async append(added) {
      try {
        await writeAll(handle, added, bytes);
        await handle.datasync();
        bytes += added.length;
      } catch (error) {
        isBroken = true;
        await handle.truncate(bytes);
        isBroken = false;
        throw error;
      }
    },
    close: () => handle.close(),
  };
}

async function writeAll(handle: FileHandle, bytes: Buffer, at: number): Promise<void> {
  for (let written = 0; written < bytes.length;) {
    const { bytesWritten } = await handle.write(bytes, written, bytes.length - written, at + written);
    written += bytesWritten;
  }
}

async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
