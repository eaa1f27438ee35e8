import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { eventually } from "../program/deadline.ts";

const run = promisify(execFile);

/** A process and those that it started itself. */
export async function withChildren(pid: number): Promise<readonly number[]> {
  const running = await runningProcesses();
  return running.filter((each) => each.pid === pid || each.parent === pid).map((each) => each.pid);
}

/** Sends a signal to each; one that has just ended is none to worry about. */
export function signalEach(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
    }
  }
}

/** Resolves when none of them runs any more. */
export async function untilGone(pids: readonly number[], deadlineMs: number): Promise<void> {
  await eventually(deadlineMs, `The end of the processes ${pids.join(", ")}`, async () =>
    (await runningProcesses()).some(({ pid }) => pids.includes(pid)) ? undefined : true,
  );
}

/** One that ended, and for which nobody has waited yet, does not run. */
async function runningProcesses(): Promise<readonly { readonly pid: number; readonly parent: number }[]> {
  const { stdout } = await run("ps", ["-A", "-o", "pid=,ppid=,stat="]);
  return stdout
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , state = "Z"]) => !state.startsWith("Z"))
    .map(([pid, parent]) => ({ pid: Number(pid), parent: Number(parent) }));
}
