import { execFile } from "node:child_process";
import { childEnvironment, narrowsPath } from "./narrows-path.ts";

export type ShellOptions = {
  readonly cwd: string;
  /** Where the service listens, in the place of the address that is printed. */
  readonly origin: string;
};

const deadlineMs = 60_000;

/** Runs printed shell lines, each of which must succeed, and gives what they write. */
export function runShell(lines: string, { cwd, origin }: ShellOptions): Promise<string> {
  const script = `set -e\n${npmFunction}\n${lines.replaceAll("http://localhost:8787", origin)}`;
  const env = childEnvironment({ NARROWS_SERVER: origin, NODE: process.execPath, NARROWS: narrowsPath });
  return new Promise((resolve, reject) => {
    execFile("bash", ["-c", script], { cwd, env, timeout: deadlineMs }, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else reject(new Error(`The lines failed:\n${lines}\n${stdout}${stderr}`, { cause: error }));
    });
  });
}

/** The lines run beside the repository, where npm would not find the script: `npm run narrows -- …`. */
const npmFunction = 'npm() { shift 3; "$NODE" "$NARROWS" "$@"; }';
