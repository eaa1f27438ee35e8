import { randomUUIDv7 } from "node:crypto";
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { AskDisk } from "./ask-disk.ts";
import { lockSpool } from "./spool-lock.ts";
import { nameOf, unlessGone } from "./waiting-file.ts";

const removedSuffix = ".removed";

/** Of a file system, which begins where it is mounted. */
const foreignName = "lost+found";

/**
 * The folders of spools below that of a node, in their order. What an end in the middle has left of others is removed, and
 * files that somebody has put beside the folders get one.
 */
export async function spoolFoldersIn(
  folder: string,
  ask: AskDisk,
  onFault: (error: unknown) => void,
): Promise<readonly string[]> {
  await ask(folder, () => gatherLoose(folder)).catch(onFault);
  const entries = await ask(folder, () => readdir(folder, { withFileTypes: true }));
  const folders = entries.filter((entry) => entry.isDirectory() && entry.name !== foreignName);
  const paths = folders.map(({ name }) => join(folder, name));
  for (const path of paths.filter(isRemoved))
    await ask(path, () => rm(path, { recursive: true, force: true })).catch(onFault);
  return paths.filter((path) => !isRemoved(path)).toSorted();
}

/** Where a folder without rows goes, on its way out. */
export function removedPath(path: string): string {
  return `${path}${removedSuffix}`;
}

function isRemoved(path: string): boolean {
  return path.endsWith(removedSuffix);
}

/** Files that somebody has put beside the folders become a spool that a process has left. */
async function gatherLoose(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true });
  const loose = entries.filter((entry) => entry.isFile() && entry.name.endsWith(".spool")).map(({ name }) => name);
  if (loose.length === 0) return;
  const path = join(folder, randomUUIDv7());
  await mkdir(path, { mode: 0o700 });
  // Else another would take it over, and remove it as one without rows, in the middle of this.
  const lock = lockSpool(path);
  if (lock === undefined) return;
  try {
    for (const [index, name] of loose.toSorted().entries())
      await rename(join(folder, name), join(path, nameOf(index + 1))).catch(unlessGone);
  } finally {
    lock[Symbol.dispose]();
  }
}
