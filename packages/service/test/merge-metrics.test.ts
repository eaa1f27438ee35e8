import { expect, it } from "vitest";
import { createHistogram } from "../src/histogram.ts";
import { keepTotals, mergeMetrics } from "../src/merge-metrics.ts";
import { createMetrics, type MetricsSnapshot } from "../src/metrics.ts";

async function snapshotOf(count: number, open: number): Promise<MetricsSnapshot> {
  const metrics = createMetrics();
  const took = createHistogram([1, 10]);
  for (let call = 0; call < count; call += 1) took.add(5);
  metrics.counterFrom("answers_total", "Answers.", { status: ["302"] }, () => [
    { labels: { status: "302" }, value: count },
  ]);
  metrics.gaugeFrom("open", "Open ones.", {}, () => open);
  metrics.across("max").gaugeFrom("oldest", "Age of the oldest.", {}, () => open);
  metrics.across("min").gaugeFrom("held", "Whether it is held.", {}, () => open);
  metrics.histogramFrom("took_seconds", "How long it took.", took);
  return structuredClone(await metrics.snapshot());
}

async function linesOf(...parts: Parameters<typeof mergeMetrics>): Promise<readonly string[]> {
  return (await mergeMetrics(...parts)).body.split("\n");
}

it("adds up counts and takes of each gauge what it asks for", async () => {
  const lines = await linesOf(
    [
      { process: "1", snapshot: await snapshotOf(3, 2) },
      { process: "2", snapshot: await snapshotOf(4, 5) },
    ],
    [],
  );
  expect(lines).toEqual(
    expect.arrayContaining([
      'answers_total{status="302"} 7',
      "open 7",
      "oldest 5",
      "held 2",
      'took_seconds_bucket{le="0.001"} 0',
      'took_seconds_bucket{le="0.01"} 7',
      "took_seconds_count 7",
    ]),
  );
});

it("tells apart what processes say of themselves", async () => {
  const [first, second] = [await snapshotOf(0, 0), await snapshotOf(0, 0)];
  const lines = await linesOf(
    [
      { process: "1", snapshot: first },
      { process: "2", snapshot: second },
    ],
    [],
  );
  const memory = lines.filter((line) => line.startsWith("process_resident_memory_bytes{"));
  expect(memory.map((line) => /process="(\d)"/.exec(line)?.[1])).toEqual(["1", "2"]);
  expect(lines.filter((line) => line.startsWith("process_start_time_seconds{"))).toHaveLength(2);
});

it("keeps the counts of processes that are gone, and nothing else of them", async () => {
  const kept = await keepTotals(await keepTotals([], await snapshotOf(3, 2)), await snapshotOf(4, 2));
  const lines = await linesOf([{ process: "1", snapshot: await snapshotOf(1, 1) }], kept);
  expect(lines).toEqual(expect.arrayContaining(['answers_total{status="302"} 8', "took_seconds_count 8", "open 1"]));
  expect(lines.filter((line) => line.startsWith("process_resident_memory_bytes{"))).toHaveLength(1);
});
