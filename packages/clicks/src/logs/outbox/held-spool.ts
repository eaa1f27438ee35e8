import { readdir, rename, rm, stat } from "node:fs/promises";
import { askAndWait, type AskDisk } from "./ask-disk.ts";
import { removedPath } from "./spool-folders.ts";
import { isOfLock, lockSpool } from "./spool-lock.ts";
import { openSpool, type Spool, type SpoolOptions } from "./spool.ts";
import { unlessGone } from "./waiting-file.ts";

/** A spool that this process holds. */
export type HeldSpool = { readonly path: string; readonly lock: Disposable; readonly spool: Spool };

/** @returns Undefined while another has it, or where it is gone. */
export async function holdSpool(options: SpoolOptions): Promise<HeldSpool | undefined> {
  const { folder: path, ask = askAndWait } = options;
  // Before the lock, for which the thread itself asks the disk, whatever time that takes.
  if ((await ask(path, () => stat(path).catch(unlessGone))) === undefined) return undefined;
  const lock = lockSpool(path);
  if (lock === undefined) return undefined;
  try {
    return { path, lock, spool: await openSpool(options) };
  } catch (error) {
    lock[Symbol.dispose]();
    throw error;
  }
}

/** What is not drained stays for the next one. */
export async function leaveSpool({ path, lock, spool }: HeldSpool, ask: AskDisk = askAndWait): Promise<void> {
  let isRemoving = false;
  try {
    await spool.close();
    await ask(path, async () => {
      isRemoving = true;
      await removeUnused(path).finally(() => lock[Symbol.dispose]());
    });
  } finally {
    // A removal that nobody waits for any more keeps the lock until it has ended.
    if (!isRemoving) lock[Symbol.dispose]();
  }
}

async function removeUnused(path: string): Promise<void> {
  const left = await readdir(path);
  if (!left.every(isOfLock)) return;
  // At once, so that nobody locks it while it goes.
  await rename(path, removedPath(path));
  await rm(removedPath(path), { recursive: true, force: true });
}
