import { execFile } from "node:child_process";
import { childEnvironment, narrowsPath, rootPath } from "./narrows-path.ts";

export type Finished = { readonly exitCode: number; readonly stdout: string; readonly stderr: string };

export type RunOptions = {
  readonly env?: Readonly<Record<string, string>>;
  /** The node that runs it. Default: ours. */
  readonly node?: string;
  readonly input?: string;
};

const deadlineMs = 60_000;

/** Runs one command of the command line to its end; a command that does not end is killed and throws. */
export function runNarrows(
  args: readonly string[],
  { env = {}, node = process.execPath, input }: RunOptions = {},
): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const options = { cwd: rootPath, env: childEnvironment(env), timeout: deadlineMs, maxBuffer: 64 * 1024 * 1024 };
    const child = execFile(node, [narrowsPath, ...args], options, (error, stdout, stderr) => {
      const exitCode = error === null ? 0 : error.code;
      if (typeof exitCode === "number") resolve({ exitCode, stdout, stderr });
      else reject(new Error(`narrows ${args.join(" ")} did not end by itself.\n${stdout}${stderr}`, { cause: error }));
    });
    child.stdin?.end(input);
  });
}
