import type { SafetyWorkerStats } from "@narrows/links";
import { createHistogram, type Metrics } from "@narrows/service";

const checks = ["list", "lookup"] as const;
const verdicts = ["ok", "suspect"] as const;
const outcomes = ["quarantined", "held", "changed"] as const;

/** From a link that is judged at once to one that a list learns of months later. */
const exposureBoundsMs = [0.5, 1, 5, 10, 30, 60, 300, 3_600, 86_400, 604_800, 2_592_000].map(
  (seconds) => seconds * 1_000,
);

const idle: SafetyWorkerStats = { queued: 0, dropped: 0, lagMs: 0, isWalking: false };

/** What the check of links tells its metrics. */
export type SafetyMetrics = {
  readonly onVerdict: (check: string, verdict: (typeof verdicts)[number]) => void;
  readonly onFailure: (check: string) => void;
  readonly onFinding: (outcome: (typeof outcomes)[number], exposureMs: number) => void;
  readonly onError: () => void;
  /** Gives the worker, where there is one. */
  readonly watch: (stats: () => SafetyWorkerStats) => void;
};

/** Registers what is seen of the check of links; without one everything stays 0. */
export function createSafetyMetrics(metrics: Metrics): SafetyMetrics {
  const state = { stats: () => idle };
  const counts = registerCounts(metrics);
  registerWorker(metrics, () => state.stats());
  const exposure = createHistogram(exposureBoundsMs);
  metrics.histogramFrom(
    "narrows_safety_exposure_seconds",
    "How long links had led where they led when the check quarantined them.",
    exposure,
  );
  return {
    onVerdict: (check, verdict) => counts.add(`verdict ${check} ${verdict}`),
    onFailure: (check) => counts.add(`failure ${check}`),
    onFinding(outcome, exposureMs) {
      counts.add(`finding ${outcome}`);
      if (outcome === "quarantined") exposure.add(Math.max(0, exposureMs));
    },
    onError: () => counts.add("error"),
    watch(stats) {
      state.stats = stats;
    },
  };
}

function registerCounts(metrics: Metrics): { readonly add: (name: string) => void } {
  const counts = new Map<string, number>();
  const of = (name: string): number => counts.get(name) ?? 0;
  metrics.counterFrom(
    "narrows_safety_verdicts_total",
    "Destinations that were judged, by check and verdict.",
    { check: checks, verdict: verdicts },
    () =>
      checks.flatMap((check) =>
        verdicts.map((verdict) => ({ labels: { check, verdict }, value: of(`verdict ${check} ${verdict}`) })),
      ),
  );
  metrics.counterFrom(
    "narrows_safety_failures_total",
    "Times that a check could not judge, or went on with the SAFETY_LIST_FILE of before; it tries again.",
    { check: checks },
    () => checks.map((check) => ({ labels: { check }, value: of(`failure ${check}`) })),
  );
  metrics.counterFrom(
    "narrows_safety_findings_total",
    "Suspect links: quarantined, held because a moderator had released them, or changed meanwhile.",
    { outcome: outcomes },
    () => outcomes.map((outcome) => ({ labels: { outcome }, value: of(`finding ${outcome}`) })),
  );
  metrics.counterFrom("narrows_safety_errors_total", "Faults of the store that the check of links met.", {}, () =>
    of("error"),
  );
  return { add: (name) => void counts.set(name, of(name) + 1) };
}

function registerWorker(metrics: Metrics, stats: () => SafetyWorkerStats): void {
  metrics.gaugeFrom("narrows_safety_queued_links", "Links that wait to be judged.", {}, () => stats().queued);
  metrics.counterFrom(
    "narrows_safety_dropped_links_total",
    "Links that came to a full queue; the walk judges them later.",
    {},
    () => stats().dropped,
  );
  metrics
    .across("max")
    .gaugeFrom(
      "narrows_safety_lag_seconds",
      "How long the link that waits longest has not been judged, as far as this node knows.",
      {},
      () => stats().lagMs / 1_000,
    );
  metrics.gaugeFrom("narrows_safety_walking", "1 at the node that walks over all links.", {}, () =>
    stats().isWalking ? 1 : 0,
  );
}
