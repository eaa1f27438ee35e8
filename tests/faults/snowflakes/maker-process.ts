import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { within } from "../../program/deadline.ts";
import { endChild, isRunning, keepTrackOf } from "../../services/child-processes.ts";
import type { MakerOrder, MakerReport } from "./maker.ts";

/** One process that makes ids. Disposing ends it, whatever its state. */
export type MakerProcess = AsyncDisposable & {
  /** What it calls itself as the holder of a lease. */
  readonly holder: string;
  readonly made: () => number;
  /** The leases that it had, as `slot:epoch`. */
  readonly leases: readonly string[];
  readonly refusals: readonly string[];
  readonly isRunning: () => boolean;
  readonly signal: (name: "SIGSTOP" | "SIGCONT" | "SIGKILL") => void;
  /** Resolves with how it ended: "0" or the signal's name. */
  readonly ended: Promise<string>;
};

const program = new URL("maker.ts", import.meta.url);

export function startMaker(order: MakerOrder): MakerProcess {
  const stdio = ["ignore", "inherit", "inherit", "ipc"] as const;
  const child = keepTrackOf(fork(program, [JSON.stringify(order)], { execArgv: [], stdio: [...stdio] }));
  const leases: string[] = [];
  const refusals: string[] = [];
  let made = 0;
  child.on("message", (report: MakerReport) => {
    if (report.kind === "made") made += report.count;
    if (report.kind === "lease") leases.push(`${report.slot}:${report.epoch}`);
    if (report.kind === "refused") refusals.push(report.code);
  });
  return {
    holder: `maker/${child.pid}`,
    made: () => made,
    leases,
    refusals,
    isRunning: () => isRunning(child),
    signal: (name) => void child.kill(name),
    ended: endOf(child),
    [Symbol.asyncDispose]: () => endChild(child, "SIGKILL"),
  };
}

async function endOf(child: ChildProcess): Promise<string> {
  const [code, signal] = (await within(600_000, "A maker of ids", once(child, "exit"))) as [
    number | null,
    string | null,
  ];
  return signal ?? String(code);
}
