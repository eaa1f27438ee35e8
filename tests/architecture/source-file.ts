import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { parseSync, type ParseResult } from "oxc-parser";

/** One file of source text, parsed. */
export type SourceFile = {
  /** From the root, with forward slashes: `packages/links/src/link.ts`. */
  readonly path: string;
  readonly text: string;
  readonly syntax: ParseResult;
};

const skippedFolders = new Set(["node_modules", "fixtures", "dist", "data", "coverage"]);
const sourceEnding = /\.(?:ts|mts|js|mjs)$/;
const browserAsset = /\/assets\//;

/**
 * Reads and parses every source file below `root`, in the order of their paths.
 *
 * @throws {Error} When a file cannot be parsed: a file that was not read must not look like one without imports.
 */
export function readSourceFiles(root: string): readonly SourceFile[] {
  return pathsBelow(root, root)
    .filter((path) => sourceEnding.test(path) && !browserAsset.test(path))
    .map((path) => parseSource(path, readFileSync(join(root, path), "utf8")));
}

function parseSource(path: string, text: string): SourceFile {
  const syntax = parseSync(path, text);
  const [error] = syntax.errors;
  if (error !== undefined) throw new Error(`${path} cannot be parsed: ${error.message}`);
  return { path, text, syntax };
}

/** The line of an offset, counted from 1. */
export function lineAt({ text }: SourceFile, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}

function pathsBelow(root: string, folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !entry.name.startsWith(".") && !(entry.isDirectory() && skippedFolders.has(entry.name)))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? pathsBelow(root, path) : [relative(root, path).split(sep).join("/")];
    })
    .toSorted();
}
