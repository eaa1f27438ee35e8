import { execFile } from "node:child_process";
import { join } from "node:path";

/** The file that starts every command. */
export const cliPath = join(import.meta.dirname, "../bin/narrows.js");

export type Finished = { readonly exitCode: number; readonly stdout: string; readonly stderr: string };

const deadlineMs = 60_000;

/** Many short runs of the same sources: they are compiled once. */
const compileCache = join(import.meta.dirname, "../../../node_modules/.cache/narrows-tests");

/** Runs the real program to its end, with nothing of the developer's environment. */
export function runCli(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const options = {
      env: { DATA_DIR: "/nonexistent/narrows", NODE_COMPILE_CACHE: compileCache, ...env },
      timeout: deadlineMs,
    };
    execFile(process.execPath, [cliPath, ...args], options, (error, stdout, stderr) => {
      const exitCode = error === null ? 0 : error.code;
      if (typeof exitCode === "number") resolve({ exitCode, stdout, stderr });
      else reject(new Error(`narrows ${args.join(" ")} did not end by itself.`, { cause: error }));
    });
  });
}
