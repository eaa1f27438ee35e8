import { execFile, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { promisify } from "node:util";
import { eventually, within } from "../program/deadline.ts";

const run = promisify(execFile);
const endDeadlineMs = 30_000;

/** A test that is given up disposes nothing; what it started must not outlive it. */
const tracked = new Set<ChildProcess>();
process.on("exit", killTracked);
// The test runner ends its processes by this signal, after which there is no exit event.
process.once("SIGTERM", () => {
  killTracked();
  if (process.listenerCount("SIGTERM") === 0) process.kill(process.pid, "SIGTERM");
});

/** Sees to it that a child ends with this process at the latest. @returns The child. */
export function keepTrackOf<Child extends ChildProcess>(child: Child): Child {
  tracked.add(child);
  child.once("close", () => tracked.delete(child));
  return child;
}

function killTracked(): void {
  for (const child of tracked) child.kill("SIGKILL");
}

/** False of one that ended by a signal too. */
export function isRunning({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}

/**
 * Sends a signal to a child that `keepTrackOf` knows, and waits until it is gone and everything that it wrote is read. One
 * that is gone already gets none.
 *
 * @throws {Error} When it is not gone in time; then it was sent SIGKILL.
 */
export async function endChild(
  child: ChildProcess,
  signal: NodeJS.Signals = "SIGTERM",
  deadlineMs: number = endDeadlineMs,
): Promise<void> {
  if (!tracked.has(child)) return;
  const closed = once(child, "close");
  child.kill(signal);
  try {
    await within(deadlineMs, `The end of ${child.spawnfile} after ${signal}`, closed);
  } catch (error) {
    const exited = isRunning(child) ? once(child, "exit") : undefined;
    child.kill("SIGKILL");
    await exited;
    throw error;
  }
}

/** A process and those that it started itself. */
export async function withChildren(pid: number): Promise<readonly number[]> {
  const running = await runningProcesses();
  return running.filter((each) => each.pid === pid || each.parent === pid).map((each) => each.pid);
}

/** Sends SIGSTOP. Resolves when all threads of the process stand still: on a busy machine some run on for a moment. */
export async function stopProcess(pid: number): Promise<void> {
  process.kill(pid, "SIGSTOP");
  const threads = process.platform === "linux" ? ["-L"] : [];
  await eventually(endDeadlineMs, `The standstill of ${pid}`, async () => {
    const { stdout } = await run("ps", [...threads, "-o", "stat=", "-p", String(pid)]);
    return /^(?:[TtZX]\S*\s+)+$/.test(stdout) ? true : undefined;
  });
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
