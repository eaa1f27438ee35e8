import { keepTotals, mergeMetrics, type Metrics, type MetricsPage, type MetricsSnapshot } from "@narrows/service";
import type { ReadinessReport } from "../readiness.ts";
import type { ForkedWorker, WorkerEnd } from "./forked-worker.ts";

/** What is said of all processes together, whichever of them is asked. */
export interface Whole {
  readiness(): Promise<ReadinessReport>;
  metrics(): Promise<MetricsPage>;
  /** Keeps what a worker had counted. */
  onEnd(worker: ForkedWorker, end: WorkerEnd): void;
}

export type WholeOptions = {
  readonly workers: () => readonly ForkedWorker[];
  readonly isStopping: () => boolean;
  /** The primary's own. */
  readonly metrics: Pick<Metrics, "snapshot">;
};

/** A worker that does not answer within this time serves nobody either. */
const checkDeadlineMs = 1_500;
const snapshotDeadlineMs = 2_000;

/** Asks the workers, and keeps what they had counted when they are gone. */
export function createWhole({ workers, isStopping, metrics }: WholeOptions): Whole {
  const latest = new WeakMap<ForkedWorker, MetricsSnapshot>();
  /** In turn, for each is made of the one before. */
  let totals: Promise<MetricsSnapshot> = Promise.resolve([]);
  const keep = async (kept: Promise<MetricsSnapshot>, gone: MetricsSnapshot): Promise<MetricsSnapshot> =>
    keepTotals(await kept, gone);
  return {
    async readiness() {
      if (isStopping()) return { isReady: false, checks: { traffic: "draining" } };
      const serving = workers().filter(({ state }) => state === "ready");
      return mergeChecks(await Promise.all(serving.map(checksOf)));
    },
    async metrics() {
      // First: one that ends from now on is shown below, and must not be counted twice.
      const gone = totals;
      const asked = workers().filter(({ state }) => state === "ready" || state === "stopping");
      const own = { process: "primary", snapshot: await metrics.snapshot() };
      const parts = await Promise.all(asked.map((worker) => snapshotOf(worker, latest)));
      return mergeMetrics([own, ...parts], await gone);
    },
    onEnd(worker, { farewell }) {
      const last = farewell ?? latest.get(worker);
      if (last !== undefined) totals = keep(totals, last);
    },
  };
}

type WorkerChecks = { readonly number: number; readonly report: ReadinessReport };

async function checksOf({ number, peer }: ForkedWorker): Promise<WorkerChecks> {
  const silent: ReadinessReport = { isReady: false, checks: { worker: "silent" } };
  return { number, report: await peer.ask("checks", null, checkDeadlineMs).catch(() => silent) };
}

/** One that is in trouble makes the whole unready, for it gets its share of the requests. */
function mergeChecks(workers: readonly WorkerChecks[]): ReadinessReport {
  const checks: Record<string, string> = {};
  for (const { number, report } of workers) {
    for (const [name, state] of Object.entries(report.checks)) {
      if ((checks[name] ?? "ok") === "ok") checks[name] = state === "ok" ? "ok" : `${state} (worker ${number})`;
    }
  }
  const isReady = workers.length > 0 && workers.every(({ report }) => report.isReady);
  return { isReady, checks: workers.length > 0 ? checks : { workers: "none" } };
}

/** One that does not answer now is shown as it was last, lest the sums go down. */
async function snapshotOf(worker: ForkedWorker, latest: WeakMap<ForkedWorker, MetricsSnapshot>) {
  const { number, peer } = worker;
  const snapshot = await peer.ask("snapshot", null, snapshotDeadlineMs).catch(() => latest.get(worker) ?? []);
  latest.set(worker, snapshot);
  return { process: String(number), snapshot };
}
