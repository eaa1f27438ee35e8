import { expect, it } from "vitest";
import { createJudge } from "../../src/safety/judge.ts";
import type { SafetyCheck } from "../../src/safety/safety-check.ts";

it("asks no further check once the work is stopped, and takes nothing for fine", async () => {
  const stop = new AbortController();
  const asked: string[] = [];
  const check = (name: string): SafetyCheck => ({
    name,
    maxBatch: 1,
    async judge(destinations) {
      asked.push(name);
      stop.abort();
      return destinations.map(() => ({ kind: "ok" }));
    },
  });
  const failures: string[] = [];
  const { judge } = createJudge({
    checks: [check("first"), check("second")],
    onVerdict: () => undefined,
    onFailure: (name) => failures.push(name),
  });
  const { judgements } = await judge(["https://a.example/", "https://b.example/"], stop.signal, async () => undefined);
  expect(asked).toEqual(["first"]);
  expect(judgements).toEqual(["unknown", "unknown"]);
  expect(failures).toEqual([]);
});
