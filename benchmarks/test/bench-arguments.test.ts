import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { parseBenchArguments } from "../src/bench-arguments.ts";
import { discoverBenchmarks } from "../src/discover.ts";

const bench = fileURLToPath(new URL("../bin/bench.js", import.meta.url));

test("runs the benchmarks that are named, or all", async () => {
  const known = await discoverBenchmarks();
  const named = parseBenchArguments(["start", "create", "--rounds", "7", "--save"], known);
  expect(named).toMatchObject({ kind: "accepted", save: true, options: { rounds: 7, scale: 1, pin: false } });
  expect(named.kind === "accepted" && named.benchmarks.map(({ name }) => name)).toEqual(["create", "start"]);
  expect(parseBenchArguments(["all"], known)).toMatchObject({ benchmarks: known });
});

test("runs one case of a benchmark that has cases", async () => {
  const parsed = parseBenchArguments(["clicks-faults", "--case", "Kafka killed"], await discoverBenchmarks());
  expect(parsed).toMatchObject({ kind: "accepted", options: { only: "Kafka killed" } });
});

test.each([
  [[], "Name a benchmark"],
  [["nonsense"], 'no benchmark "nonsense"'],
  [["start", "--seconds", "0"], "--seconds is a number from 1 to 600"],
  [["start", "--rounds", "many"], "--rounds is a number"],
  [["start", "--speed"], "--speed"],
  [["clicks-faults", "--case", "Kafka on fire"], 'clicks-faults has no case "Kafka on fire"'],
  [["clicks-faults", "start", "--case", "Kafka killed"], 'start has no case "Kafka killed"'],
  [["clicks-faults", "--case", "Kafka killed", "--save"], "only a whole benchmark is kept"],
])("refuses %j and says why", async (argv, reason) => {
  const parsed = parseBenchArguments(argv, await discoverBenchmarks());
  expect(parsed).toMatchObject({ kind: "refused" });
  expect(parsed.kind === "refused" && parsed.reason).toContain(reason);
});

test("ends with 2 and a list of the benchmarks when the command line makes no sense", async () => {
  const outcome = await new Promise<{ code: unknown; stderr: string }>((resolve) => {
    execFile(process.execPath, [bench, "nonsense"], (error, _stdout, stderr) => resolve({ code: error?.code, stderr }));
  });
  expect(outcome.code).toBe(2);
  expect(outcome.stderr).toContain("hot-redirect");
});
