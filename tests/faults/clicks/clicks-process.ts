import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { eventually } from "../../program/deadline.ts";
import { endChild, keepTrackOf } from "../../services/child-processes.ts";
import type { ClicksOrder, ClicksReport } from "./order.ts";

const patienceMs = 90_000;
const program = new URL("clicks-program.ts", import.meta.url).pathname;

/** A process that records clicks. Disposing kills it. */
export type ClicksProcess = AsyncDisposable & {
  readonly pid: number;
  /** What it said last. */
  readonly last: () => ClicksReport;
  /** Waits for a report that a test needs. */
  readonly until: (isIt: (report: ClicksReport) => boolean) => Promise<ClicksReport>;
  /** Kills it with SIGKILL and reads what it had said until then. */
  readonly kill: () => Promise<ClicksReport>;
  /** Lets it end in good order, and gives its last report. */
  readonly finish: () => Promise<ClicksReport>;
};

/** @param under A command that starts it, such as one that gives it a small disk. */
export function startClicks(order: ClicksOrder, under: readonly string[] = []): ClicksProcess {
  const [command, ...given] = [...under, process.execPath, program, JSON.stringify(order)];
  const child = keepTrackOf(spawn(command, given, { stdio: ["pipe", "pipe", "inherit"] }));
  let last: ClicksReport = {
    recorded: 0,
    taken: 0,
    dropped: 0,
    logFailed: 0,
    buffered: 0,
    oldestAgeMs: 0,
    lagRecords: 0,
  };
  createInterface({ input: child.stdout }).on("line", (line) => {
    last = JSON.parse(line) as ClicksReport;
  });
  const closed = once(child, "close");
  return {
    pid: child.pid ?? 0,
    last: () => last,
    until: (isIt) => eventually(patienceMs, "A report of clicks", async () => (isIt(last) ? last : undefined)),
    async kill() {
      await endChild(child, "SIGKILL");
      return last;
    },
    async finish() {
      child.stdin.end();
      await closed;
      return last;
    },
    [Symbol.asyncDispose]: () => endChild(child, "SIGKILL"),
  };
}
