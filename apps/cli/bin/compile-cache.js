// JavaScript, not TypeScript: reading the first TypeScript file takes 35 ms unless it is in this cache, so the one
// option that says where the cache is cannot be read by the table in src/config.ts.

import { existsSync } from "node:fs";
import { enableCompileCache } from "node:module";
import { join } from "node:path";

/**
 * Lets node keep compiled sources in DATA_DIR/compile-cache, for worker threads too. A cache that cannot be used is
 * no failure. Commands other than `serve` use it only where there is a DATA_DIR: they should not leave one behind.
 */
export function useCompileCache(command) {
  const dataDir = process.env.DATA_DIR || "./data";
  if (command !== "serve" && !existsSync(dataDir)) return;
  const { directory } = enableCompileCache(join(dataDir, "compile-cache"));
  if (directory !== undefined && !process.env.NODE_COMPILE_CACHE) {
    process.env.NODE_COMPILE_CACHE = join(dataDir, "compile-cache");
  }
}
