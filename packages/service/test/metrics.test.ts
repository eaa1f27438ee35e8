import { expect, onTestFinished, test, vi } from "vitest";
import { createHistogram, createMetrics } from "../src/index.ts";

async function linesOf(metrics: ReturnType<typeof createMetrics>, start: string): Promise<string[]> {
  const { body } = await metrics.render();
  return body.split("\n").filter((line) => line.startsWith(start));
}

test("a counter is read anew at every scrape", async () => {
  const metrics = createMetrics();
  let clicks = 3;
  metrics.counterFrom("clicks_total", "Clicks.", {}, () => clicks);
  expect(await linesOf(metrics, "clicks_total")).toEqual(["clicks_total 3"]);
  clicks = 5;
  expect(await linesOf(metrics, "clicks_total")).toEqual(["clicks_total 5"]);
});

test("a gauge may fall", async () => {
  const metrics = createMetrics();
  let open = 3;
  metrics.gaugeFrom("open", "Open.", {}, () => open);
  await metrics.render();
  open = 0;
  expect(await linesOf(metrics, "open")).toEqual(["open 0"]);
});

test("a gauge that is not known is left out until it is", async () => {
  const metrics = createMetrics();
  let isKnown = false;
  metrics.gaugeFrom("lag", "Lag.", {}, () => (isKnown ? 0 : []));
  expect(await linesOf(metrics, "lag")).toEqual([]);
  isKnown = true;
  expect(await linesOf(metrics, "lag")).toEqual(["lag 0"]);
});

test("labels take the values named in advance, and every other one is counted as other", async () => {
  const metrics = createMetrics();
  const stray: string = "AbC123Z";
  metrics.counterFrom("answers_total", "Answers.", { status: ["302", "404", stray] }, () => [
    { labels: { status: "302" }, value: 2 },
  ]);
  metrics.counterFrom("strays_total", "Strays.", { status: ["302"] }, () => [
    { labels: { status: "302" }, value: 2 },
    { labels: { status: JSON.parse('"one"') }, value: 3 },
    { labels: { status: JSON.parse('"two"') }, value: 4 },
  ]);
  expect(await linesOf(metrics, "answers_total")).toEqual(['answers_total{status="302"} 2']);
  expect(await linesOf(metrics, "strays_total")).toEqual([
    'strays_total{status="302"} 2',
    'strays_total{status="other"} 7',
  ]);
});

test("a histogram tells in seconds how many took at most so long, and is one to Prometheus", async () => {
  const metrics = createMetrics();
  const histogram = createHistogram([1, 10]);
  metrics.histogramFrom("waits_seconds", "Waits.", histogram);
  for (const durationMs of [0.5, 1, 5, 2_000]) histogram.add(durationMs);
  expect(await linesOf(metrics, "waits_seconds")).toEqual([
    'waits_seconds_bucket{le="0.001"} 2',
    'waits_seconds_bucket{le="0.01"} 3',
    'waits_seconds_bucket{le="+Inf"} 4',
    "waits_seconds_sum 2.0065",
    "waits_seconds_count 4",
  ]);
  expect(await linesOf(metrics, "# TYPE waits")).toEqual(["# TYPE waits_seconds histogram"]);
});

test("a name cannot be defined twice, nor after the first scrape", async () => {
  const metrics = createMetrics();
  metrics.counterFrom("a_total", "A.", {}, () => 1);
  expect(() => metrics.counterFrom("a_total", "A.", {}, () => 1)).toThrow("twice");
  await metrics.render();
  expect(() => metrics.counterFrom("b_total", "B.", {}, () => 1)).toThrow("after the first scrape");
});

test("the process's own figures are there, each registry with its own", async () => {
  const [one, two] = [createMetrics(), createMetrics()];
  expect(await linesOf(one, "process_cpu_seconds_total")).toHaveLength(1);
  expect(await linesOf(two, "process_cpu_seconds_total")).toHaveLength(1);
  expect((await one.render()).contentType).toMatch(/^text\/plain; version=0\.0\.4/);
});

test("CPU time counts from the start of the process, not from the first scrape", async () => {
  const used = vi.spyOn(process, "cpuUsage").mockReturnValue({ user: 3_000_000, system: 500_000 });
  onTestFinished(() => used.mockRestore());
  const metrics = createMetrics();
  expect(await linesOf(metrics, "process_cpu_seconds_total ")).toEqual(["process_cpu_seconds_total 3.5"]);
});

test("the library begins its watch of the process with `begin`, not with the first scrape", async () => {
  let loads = 0;
  const metrics = createMetrics({
    async loadLibrary() {
      loads += 1;
      return import("prom-client");
    },
  });
  expect(loads).toBe(0);
  await metrics.begin();
  expect(loads).toBe(1);
  expect(await linesOf(metrics, "# TYPE nodejs_gc_duration_seconds")).toHaveLength(1);
  expect(loads).toBe(1);
});

test("a library that could not be loaded is loaded by the next scrape", async () => {
  let attempts = 0;
  const metrics = createMetrics({
    async loadLibrary() {
      attempts += 1;
      if (attempts === 1) throw new Error("EMFILE: too many open files");
      return import("prom-client");
    },
  });
  metrics.gaugeFrom("open", "Open.", {}, () => 3);
  await expect(metrics.begin()).rejects.toThrow("EMFILE");
  expect(await linesOf(metrics, "open")).toEqual(["open 3"]);
  await metrics.render();
  expect(attempts).toBe(2);
});
