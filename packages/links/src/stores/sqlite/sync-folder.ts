import { closeSync, fsyncSync, openSync } from "node:fs";

/** Makes the names in a folder durable: a file's own fsync does not. Windows cannot and need not. */
export function syncFolder(path: string): void {
  if (process.platform === "win32") return;
  const folder = openSync(path, "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
