import { fork } from "node:child_process";
import { eventually } from "../../program/deadline.ts";
import { endChild, keepTrackOf } from "../../services/child-processes.ts";
import type { HotLoadOrder, HotLoadReport } from "./hot-load.ts";

/** Redirects that went on leading to what was before a change, after its answer. */
export type OldLead = { readonly change: number; readonly forMs: number };

/** Thousands of redirects a second, asked for by another process, and a book of when changes were answered. */
export type HotFollowers = AsyncDisposable & {
  /** Says that the change of this number was answered just now. */
  answered(change: number): void;
  redirects(): number;
  /** Resolves after so many more redirects. */
  more(count: number): Promise<void>;
  /** Answers that the link leads nowhere any more. */
  ends(): number;
  /** Resolves after so many of them. */
  untilEnds(count: number): Promise<void>;
  /** What the redirects so far have shown. */
  old(): readonly OldLead[];
  failures(): readonly string[];
};

const program = new URL("hot-load.ts", import.meta.url);
const waitMs = 60_000;

export async function followHotly(order: HotLoadOrder): Promise<HotFollowers> {
  const stdio = ["ignore", "inherit", "inherit", "ipc"] as const;
  const child = keepTrackOf(fork(program, [JSON.stringify(order)], { execArgv: [], stdio: [...stdio] }));
  const answeredAtMs = new Map<number, number>();
  let report: HotLoadReport = { redirects: 0, newestAskMs: {}, ends: 0, failures: [] };
  child.on("message", (message: HotLoadReport) => (report = message));
  return {
    answered: (change) => void answeredAtMs.set(change, nowMs()),
    redirects: () => report.redirects,
    async more(count) {
      const wanted = report.redirects + count;
      await eventually(waitMs, `${count} redirects`, async () => (report.redirects >= wanted ? true : undefined));
    },
    ends: () => report.ends,
    async untilEnds(count) {
      await eventually(waitMs, `${count} answers after the end`, async () => (report.ends >= count ? true : undefined));
    },
    old: () => oldLeads(report, answeredAtMs),
    failures: () => report.failures,
    [Symbol.asyncDispose]: () => endChild(child, "SIGKILL"),
  };
}

/** A change is old from the answer to the next one on. */
function oldLeads({ newestAskMs }: HotLoadReport, answeredAtMs: ReadonlyMap<number, number>): readonly OldLead[] {
  return Object.entries(newestAskMs).flatMap(([number, askedMs]) => {
    const change = Number(number) + 1;
    const forMs = askedMs - (answeredAtMs.get(change) ?? Number.POSITIVE_INFINITY);
    return forMs > 0 ? [{ change, forMs }] : [];
  });
}

/** The same clock as the load's. */
function nowMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
