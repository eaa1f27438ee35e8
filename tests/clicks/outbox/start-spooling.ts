import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { OutboxStats } from "@narrows/clicks/outbox";
import { within } from "../../program/deadline.ts";
import { endChild, keepTrackOf } from "../../services/child-processes.ts";

export type SpoolingState = OutboxStats & { readonly sent: number; readonly dropped: number };

export type SpoolingProcess = AsyncDisposable & {
  /** Gives so many appends of 20 clicks each to the log, and resolves when all are answered. */
  send(appends: number): Promise<SpoolingState>;
  state(): Promise<SpoolingState>;
  signal(name: "SIGSTOP" | "SIGCONT"): void;
  /** By SIGKILL. */
  kill(): Promise<void>;
};

const program = fileURLToPath(new URL("spooling-program.ts", import.meta.url));
const patienceMs = 60_000;

type SpoolingOptions = {
  /** What the program is started by, as `onSmallDisk` says. */
  readonly under?: readonly string[];
  /** The number of its first click, so that several have different ones. */
  readonly first?: number;
};

export function startSpooling(
  url: string,
  spoolFolder: string,
  { under = [], first = 0 }: SpoolingOptions = {},
): SpoolingProcess {
  const [command, ...args] = [...under, process.execPath, program, url, spoolFolder, String(first)] as const;
  const child = keepTrackOf(spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] }));
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const ask = async (line: string): Promise<SpoolingState> => {
    child.stdin.write(`${line}\n`);
    const answer = await within(patienceMs, `The answer to ${line}`, lines.next());
    return JSON.parse(String(answer.value)) as SpoolingState;
  };
  return {
    send: (appends) => ask(`send ${appends}`),
    state: () => ask("state"),
    signal: (name) => void child.kill(name),
    kill: () => endChild(child, "SIGKILL"),
    [Symbol.asyncDispose]: () => endChild(child, "SIGKILL"),
  };
}
