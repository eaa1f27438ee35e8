import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export type TemporaryFolder = { readonly file: (name: string) => string; readonly remove: () => void };

/** Makes a folder for one test; whoever makes it removes it. */
export function temporaryFolder(): TemporaryFolder {
  const path = mkdtempSync(join(tmpdir(), "narrows-links-"));
  return { file: (name) => join(path, name), remove: () => rmSync(path, { recursive: true, force: true }) };
}
