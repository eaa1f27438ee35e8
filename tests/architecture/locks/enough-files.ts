import type { Lock } from "../lock.ts";

/** Below the true number on purpose, and to be raised as the repository grows. */
const leastFiles = 200;

/** A reader that finds nothing breaks no lock, so it must be seen to find something. */
export const enoughFiles: Lock = {
  name: "enough-files",
  sentence: "the locks have seen the sources of the repository",
  check({ files }) {
    const sources = files.filter(({ path }) => /^(?:packages|apps)\/[^/]+\/src\//.test(path));
    return sources.length >= leastFiles
      ? []
      : [`only ${sources.length} source files were seen, fewer than ${leastFiles}`];
  },
};
