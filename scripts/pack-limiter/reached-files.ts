import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** A built file and all files that it imports. */
export function reachedFiles(file: string, seen = new Set<string>()): readonly string[] {
  if (seen.has(file)) return [];
  seen.add(file);
  for (const specifier of specifiersIn(readFileSync(file, "utf8"))) {
    if (specifier.startsWith(".")) reachedFiles(join(dirname(file), specifier), seen);
  }
  return [...seen];
}

/** What a built file or a declaration imports, comments left out. */
export function specifiersIn(text: string): readonly string[] {
  const code = text.replace(/\/\*\*[^]*?\*\//g, "");
  return [...code.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*["'`]([^"'`\s]+)["'`]/g)].map(
    ([, specifier = ""]) => specifier,
  );
}
