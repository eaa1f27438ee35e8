import type { Lock } from "../lock.ts";
import { readImports } from "../read-imports.ts";

/** A computed `import()` would pass every other lock unseen. */
export const importsCanBeRead: Lock = {
  name: "imports-can-be-read",
  sentence: "every import of packages and apps names its module in the source",
  check({ files }) {
    return files
      .filter(({ path }) => /^(?:packages|apps)\/[^/]+\/src\//.test(path))
      .flatMap((file) =>
        readImports(file)
          .filter(({ specifier }) => specifier === undefined)
          .map(({ line }) => `${file.path}:${line} imports something computed; write the module's name`),
      );
  },
};
