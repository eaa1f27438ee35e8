import { epochsLeft, timestampsEndAt, type LeaseState } from "@narrows/codes";
import type { Metrics } from "@narrows/service";
import type { CodeLease } from "../code-lease.ts";

const eventLabels = { event: ["acquired", "lost", "failed"] } as const;

/** Shows under which lease this node makes codes, and what of their bits will be used up. */
export function registerLeaseMetrics(metrics: Metrics, { state, counts }: Pick<CodeLease, "state" | "counts">): void {
  const gauge = (name: string, help: string, read: (held: Extract<LeaseState, { kind: "held" }>) => number): void =>
    metrics.across("min").gaugeFrom(`narrows_code_${name}`, help, {}, () => {
      const now = state();
      return now.kind === "held" ? read(now) : 0;
    });
  gauge("lease_held", "1 while this node has a lease to make codes under.", () => 1);
  gauge("lease_seconds", "How long the lease lasts without a renewal.", ({ endsInMs }) => endsInMs / 1000);
  gauge("lease_epochs_left", "Leases that the slot of this node can still hand out.", ({ lease }) => epochsLeft(lease));
  metrics
    .across("max")
    .gaugeFrom(
      "narrows_code_timestamps_end_seconds",
      "When the timestamps in codes end, in seconds since 1970.",
      {},
      () => timestampsEndAt / 1000,
    );
  metrics.counterFrom("narrows_code_lease_events_total", "What became of leases for codes.", eventLabels, () =>
    eventLabels.event.map((event) => ({ labels: { event }, value: counts()[event] })),
  );
  metrics.counterFrom(
    "narrows_code_clock_steps_total",
    "Leases that were replaced because the clock had gone back.",
    {},
    () => counts().clockBehind,
  );
}
