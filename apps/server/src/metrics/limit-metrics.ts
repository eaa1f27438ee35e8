import type { Metrics } from "@narrows/service";
import type { ReloadOutcome } from "../limits/policies-source.ts";
import { purposes, type Purpose } from "../limits/purpose.ts";

/** `shadow-refused`: let through, though a policy in shadow would have refused it. */
const outcomes = ["allowed", "refused", "shadow-refused"] as const;

export type LimitOutcome = (typeof outcomes)[number];

/** Counts what limits decide, and returns what counts one decision. */
export function createLimitMetrics(metrics: Metrics): (purpose: Purpose, outcome: LimitOutcome) => void {
  const cells = purposes.flatMap((purpose) => outcomes.map((outcome) => ({ labels: { purpose, outcome }, value: 0 })));
  const byLabels = new Map(cells.map((cell) => [`${cell.labels.purpose} ${cell.labels.outcome}`, cell]));
  metrics.counterFrom(
    "narrows_limit_decisions_total",
    "What limits said to requests, by what they are for.",
    { purpose: purposes, outcome: outcomes },
    () => cells,
  );
  return (purpose, outcome) => {
    const cell = byLabels.get(`${purpose} ${outcome}`);
    if (cell !== undefined) cell.value += 1;
  };
}

/** Counts how often a changed policies file was read. */
export function registerPolicyReloads(metrics: Metrics, reloads: () => Readonly<Record<ReloadOutcome, number>>): void {
  metrics.counterFrom(
    "narrows_policies_reloads_total",
    "Changes of the policies file that were seen, and whether they were taken.",
    { outcome: ["taken", "refused"] },
    () =>
      Object.entries(reloads()).map(([outcome, value]) => ({ labels: { outcome: outcome as ReloadOutcome }, value })),
  );
}

/** Shows how many addresses must wait. */
export function registerThrottledAddresses(
  metrics: Metrics,
  counts: Readonly<Record<"unknown-code" | "wrong-key", () => number>>,
): void {
  metrics.gaugeFrom(
    "narrows_throttled_addresses",
    "Addresses that must wait, after too many unknown codes for every link, after too many wrong keys for the next wrong one.",
    { purpose: ["unknown-code", "wrong-key"] },
    () => [
      { labels: { purpose: "unknown-code" }, value: counts["unknown-code"]() },
      { labels: { purpose: "wrong-key" }, value: counts["wrong-key"]() },
    ],
  );
}
