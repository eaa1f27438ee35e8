import type { ChangeBus, ChangeSpread } from "@narrows/links";
import { createHistogram, type Metrics } from "@narrows/service";

/** An acknowledgement takes milliseconds; who waits in vain waits a second. */
const boundsMs = [0.5, 1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1000, 2000];

/**
 * Shows whether changes reach other nodes at once.
 *
 * @returns Told how long an answer was held for them.
 */
export function createSpreadMetrics(
  metrics: Metrics,
  spread: Pick<ChangeSpread, "stats"> | undefined,
  bus: Pick<ChangeBus, "stats"> | undefined,
): (heldMs: number) => void {
  registerChanges(metrics, spread);
  registerBus(metrics, spread, bus);
  const held = createHistogram(boundsMs);
  metrics.histogramFrom(
    "narrows_change_hold_seconds",
    "How long the answer to a change was held until every live node followed it.",
    held,
  );
  return (heldMs) => held.add(heldMs);
}

function registerChanges(metrics: Metrics, spread: Pick<ChangeSpread, "stats"> | undefined): void {
  const results = ["heard", "unheard", "overflow"] as const;
  metrics.counterFrom(
    "narrows_changes_told_total",
    "Changes told to other nodes: all followed, some did not say so within a second, or too many answers waited.",
    { result: results },
    () => results.map((result) => ({ labels: { result }, value: spread?.stats().published[result] ?? 0 })),
  );
  metrics.gaugeFrom(
    "narrows_change_answers_held",
    "Answers to changes that wait for other nodes.",
    {},
    () => spread?.stats().waiting ?? 0,
  );
}

function registerBus(
  metrics: Metrics,
  spread: Pick<ChangeSpread, "stats"> | undefined,
  bus: Pick<ChangeBus, "stats"> | undefined,
): void {
  metrics
    .across("min")
    .gaugeFrom(
      "narrows_change_bus_up",
      "1 when what this node says comes back over the bus within a second; 0 when not, or without a bus.",
      {},
      () => (spread?.stats().isHeard === true ? 1 : 0),
    );
  metrics
    .across("min")
    .gaugeFrom(
      "narrows_change_bus_peers",
      "Other nodes that were heard over the bus within a second.",
      {},
      () => spread?.stats().peers ?? 0,
    );
  metrics.counterFrom(
    "narrows_change_bus_texts_total",
    "Texts on the bus: received, ignored because they are none of ours, dropped because they could not be sent.",
    { result: ["received", "ignored", "dropped"] },
    () => [
      { labels: { result: "received" }, value: spread?.stats().received ?? 0 },
      { labels: { result: "ignored" }, value: spread?.stats().ignored ?? 0 },
      { labels: { result: "dropped" }, value: bus?.stats().dropped ?? 0 },
    ],
  );
}
