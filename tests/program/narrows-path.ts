import { fileURLToPath } from "node:url";

/** The repository's root. */
export const rootPath = fileURLToPath(new URL("../..", import.meta.url));

/** The file that starts every command. */
export const narrowsPath = fileURLToPath(new URL("../../apps/cli/bin/narrows.js", import.meta.url));

/** Compiled sources of every start; without it each test's own DATA_DIR would make its start a first one. */
const compileCachePath = fileURLToPath(new URL("../../node_modules/.cache/narrows-tests", import.meta.url));

/** What a child process sees of the environment: nothing that a developer's shell may have set for Narrows. */
export function childEnvironment(env: Readonly<Record<string, string>>): Record<string, string> {
  const { PATH = "", HOME = "" } = process.env;
  return { PATH, HOME, NODE_COMPILE_CACHE: compileCachePath, ...env };
}
