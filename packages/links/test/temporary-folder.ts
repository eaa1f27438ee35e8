import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export type TemporaryFolder = {
  readonly file: (name: string) => string;
  readonly names: () => readonly string[];
  readonly remove: () => void;
};

/** Makes a folder for one test; whoever makes it removes it. */
export function temporaryFolder(): TemporaryFolder {
  const path = mkdtempSync(join(tmpdir(), "narrows-links-"));
  return {
    file: (name) => join(path, name),
    names: () => readdirSync(path).sort(),
    remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 5 }),
  };
}
