import { expect, test } from "vitest";
import { createMetrics } from "../src/index.ts";

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
