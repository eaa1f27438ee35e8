import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** What a program printed. Rejects when it fails or needs longer than `withinMs`. */
export async function runProgram(
  [command = "", ...args]: readonly string[],
  withinMs: number,
  signal?: AbortSignal,
): Promise<{ readonly stdout: string; readonly stderr: string }> {
  return promisify(execFile)(command, args, {
    timeout: withinMs,
    killSignal: "SIGKILL",
    maxBuffer: 2 ** 24,
    ...(signal && { signal }),
  });
}

/** The first of `commands` that runs with `args`, and what it printed; undefined when none is installed. */
export async function findProgram(
  commands: readonly string[],
  args: readonly string[],
): Promise<{ readonly command: string; readonly output: string } | undefined> {
  for (const command of commands) {
    const output = await runProgram([command, ...args], 5000).then(joined, (error: unknown) => outputOf(error));
    if (output !== undefined) return { command, output };
  }
  return undefined;
}

function joined(printed: { readonly stdout: string; readonly stderr: string }): string {
  return printed.stdout + printed.stderr;
}

/** `wrk --version` prints and exits with 1, which is an answer; a missing program has no exit code but ENOENT. */
function outputOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "number") return undefined;
  return "stdout" in error && "stderr" in error ? `${String(error.stdout)}${String(error.stderr)}` : "";
}
