import { Visitor } from "oxc-parser";
import type { Lock } from "../lock.ts";
import { lineAt, type SourceFile } from "../source-file.ts";

/** A library that prints takes a decision that belongs to the program. */
export const packagesAreQuiet: Lock = {
  name: "packages-are-quiet",
  sentence: "no package uses the console",
  check({ files }) {
    return files
      .filter(({ path }) => /^packages\/[^/]+\/src\//.test(path))
      .flatMap((file) =>
        consoleUses(file).map((line) => `${file.path}:${line} uses the console; return a value or take a logger`),
      );
  },
};

function consoleUses(file: SourceFile): readonly number[] {
  const lines: number[] = [];
  new Visitor({
    Identifier: ({ name, start }) => {
      if (name === "console") lines.push(lineAt(file, start));
    },
    ImportDeclaration: ({ source, start }) => {
      if (/^(?:node:)?console$/.test(source.value)) lines.push(lineAt(file, start));
    },
  }).visit(file.syntax.program);
  return lines;
}
