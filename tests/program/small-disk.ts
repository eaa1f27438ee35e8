import { readdir, rm, statfs, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** A command prefix that gives the program a disk of `sizeKiB` at `path`; it goes away with the program. */
export function onSmallDisk(unshare: string, path: string, sizeKiB: number): readonly string[] {
  const mountAndBecome = 'mount -t tmpfs -o size="$1"k tmpfs "$2" && shift 2 && exec "$@"';
  return [unshare, "--mount", "sh", "-c", mountAndBecome, "sh", String(sizeKiB), path];
}

/** The disk as the program sees it, from outside of its mount namespace. */
export function diskOf(pid: number, path: string): string {
  return `/proc/${pid}/root${path}`;
}

const fillerName = "filler";

/** Writes until nothing more fits, down to the last block. */
export async function fillDisk(path: string): Promise<void> {
  for (let count = 0; ; count += 1) {
    const { bavail, bsize } = await statfs(path);
    if (bavail === 0) return;
    await writeFile(join(path, `${fillerName}-${count}`), Buffer.alloc(bavail * bsize)).catch(ignoreFull);
    if (count > 100) throw new Error(`${path} does not get full.`);
  }
}

/** Takes away what `fillDisk` wrote. */
export async function emptyDisk(path: string): Promise<void> {
  const fillers = (await readdir(path)).filter((name) => name.startsWith(fillerName));
  for (const name of fillers) await rm(join(path, name));
}

/** What has been written until then stays, and that is what fills the disk. */
function ignoreFull(error: NodeJS.ErrnoException): void {
  if (error.code !== "ENOSPC") throw error;
}
