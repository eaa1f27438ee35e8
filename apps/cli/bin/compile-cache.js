// JavaScript, not TypeScript: reading the first TypeScript file takes 35 ms unless it is in this cache, so the one
// option that says where the cache is cannot be read by the table in src/config.ts.

import { existsSync, lstatSync, mkdirSync, rmSync, statSync } from "node:fs";
import { enableCompileCache } from "node:module";
import { join } from "node:path";

/**
 * Lets node keep compiled sources in DATA_DIR/compile-cache, for worker threads too. A cache that cannot be used is
 * no failure. It is written when the program ends in order, and at no other time: that takes up to half a second in
 * which nothing else is done, and redirects are not to wait for it. Commands other than `serve` use it only where there
 * is a DATA_DIR: they should not leave one behind.
 */
export function useCompileCache(command) {
  if (process.env.NODE_COMPILE_CACHE) return;
  const dataDir = process.env.DATA_DIR || "./data";
  if (command !== "serve" && !existsSync(dataDir)) return;
  const folder = join(dataDir, "compile-cache");
  if (!makeOwn(dataDir, folder)) return;
  const { directory } = enableCompileCache(folder);
  if (directory !== undefined) process.env.NODE_COMPILE_CACHE = folder;
}

/**
 * Makes both folders for their owner alone, since node would go by the umask; false where the cache is not ours. What
 * is in it is run, so nothing is taken that somebody else could have put there: root does not run what the service's
 * user wrote, and leaves nothing that this user could not write; a cache that was open to others is emptied.
 *
 * @param {string} dataDir
 * @param {string} folder
 */
function makeOwn(dataDir, folder) {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    if (process.geteuid() === 0 && statSync(dataDir).uid !== 0) return false;
    if (isOpenToOthers(folder)) rmSync(folder, { recursive: true });
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const found = lstatSync(folder);
    return found.isDirectory() && found.uid === process.geteuid() && !isOpenToOthers(folder);
  } catch {
    return false;
  }
}

/** @param {string} folder */
function isOpenToOthers(folder) {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  return found !== undefined && found.isDirectory() && (found.mode & 0o022) !== 0;
}
