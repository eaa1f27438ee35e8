import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Long enough for any of our programs to drain and go. */
const stopWithinMs = 5_000;

export type ChildOptions = {
  readonly command: string;
  readonly args: readonly string[];
  /** The whole environment; undefined: ours. */
  readonly env?: Readonly<Record<string, string>>;
  /** Its output goes to `output.log` here, as a service's output goes to a file. */
  readonly folder: string;
  /** A command that starts the program and becomes it; empty: none. */
  readonly wrapper: readonly string[];
};

/** A child process that is stopped when disposed. */
export interface Child extends AsyncDisposable {
  readonly pid: number;
  /** What it wrote so far, both streams. */
  output(): string;
  /** Settles when it has ended. */
  readonly ended: Promise<void>;
}

/** Starts a program. */
export function startChild(options: ChildOptions): Child {
  const logFile = join(options.folder, "output.log");
  const log = openSync(logFile, "w");
  const [command = "", ...args] = [...options.wrapper, options.command, ...options.args];
  const child = spawn(command, args, { stdio: ["ignore", log, log], ...(options.env && { env: options.env }) });
  closeSync(log);
  const ended = once(child, "exit").then(
    () => undefined,
    () => undefined,
  );
  return {
    pid: child.pid ?? 0,
    output: () => readFileSync(logFile, "utf8"),
    ended,
    [Symbol.asyncDispose]: () => stopChild(child, ended),
  };
}

/** Keeps a program on one core, where asked: `taskset` replaces itself by it, so the pid stays the same. */
export function pinTo(core: number | undefined): readonly string[] {
  return core === undefined ? [] : ["taskset", "-c", String(core)];
}

/** Asks a program to end, and ends it when it does not. @param ended Settles when it has. */
export async function stopChild(child: ChildProcess, ended: Promise<void>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), stopWithinMs);
  await ended;
  clearTimeout(timer);
}
