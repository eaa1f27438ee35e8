import { Visitor } from "oxc-parser";
import type { Lock } from "../lock.ts";
import { lineAt, type SourceFile } from "../source-file.ts";

const shippedSource = /^(?:packages|apps)\/[^/]+\/(?:src|bin)\//;
// The compile cache must be on, and node's threads numbered, before the first TypeScript file is read, and so before the table.
const configTable = /^apps\/(?:[^/]+\/src\/config\.ts|cli\/bin\/(?:compile-cache|more-threads)\.js)$/;

/** Who reads the environment elsewhere has an option that no reference page lists. */
export const environmentInConfig: Lock = {
  name: "environment-in-config",
  sentence: "the environment is read in config tables only",
  check({ files }) {
    return files
      .filter(({ path }) => shippedSource.test(path) && !configTable.test(path))
      .flatMap((file) =>
        environmentReads(file).map(
          (line) => `${file.path}:${line} reads process.env; make it a row of the config table`,
        ),
      );
  },
};

function environmentReads(file: SourceFile): readonly number[] {
  const lines: number[] = [];
  new Visitor({
    MemberExpression: ({ object, property, start }) => {
      const isProcess = object.type === "Identifier" && object.name === "process";
      const isEnv =
        property.type === "Identifier" ? property.name === "env" : "value" in property && property.value === "env";
      if (isProcess && isEnv) lines.push(lineAt(file, start));
    },
    ObjectPattern: ({ properties, start }) => {
      const names = properties.map((property) =>
        "key" in property && property.key.type === "Identifier" ? property.key.name : "",
      );
      if (names.includes("env")) lines.push(lineAt(file, start));
    },
    ImportDeclaration: ({ source, start }) => {
      if (/^(?:node:)?process$/.test(source.value)) lines.push(lineAt(file, start));
    },
  }).visit(file.syntax.program);
  return lines;
}
