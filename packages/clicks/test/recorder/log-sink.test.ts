import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, it } from "vitest";
import { createLogSink, type LogSinkOptions } from "../../src/recorder/log-sink.ts";
import { sampleClicks } from "../../src/testing/sample-click.ts";
import { createManualLog } from "./manual-log.ts";
import { describeVisit, sampleVisit } from "./sample-visit.ts";

function open(options: Partial<LogSinkOptions> = {}) {
  const faults: unknown[] = [];
  const { log, next, waiting } = createManualLog();
  const sink = createLogSink({ describe: describeVisit, log, onFault: (error) => faults.push(error), ...options });
  return { sink, next, waiting, faults };
}

const visits = (count: number) => Array.from({ length: count }, (_, index) => sampleVisit(index));

it("describes so many visits in a turn and no more, so that others go between", async () => {
  const perTurn = new Map<number, number>();
  let turn = 0;
  let described = 0;
  const { sink, next } = open({
    visitsPerTurn: 10,
    describe(visit) {
      perTurn.set(turn, (perTurn.get(turn) ?? 0) + 1);
      described += 1;
      return describeVisit(visit);
    },
  });
  const taken = sink.take(visits(95));
  turn += 1;
  while (described < 95) {
    await nextTurn();
    turn += 1;
  }
  (await next()).take();
  expect(await taken).toBe(0);
  expect(Math.max(...perTurn.values())).toBeLessThanOrEqual(10);
});

it("leaves out a visit that cannot be described, and no other", async () => {
  const { sink, next, faults } = open({
    describe(visit) {
      if (visit.target.endsWith("?3")) throw new Error("as the test wants");
      return describeVisit(visit);
    },
  });
  const taken = sink.take(visits(5));
  const append = await next();
  expect(append.clicks).toEqual(sampleClicks(5).filter((_, index) => index !== 3));
  append.take();
  expect([await taken, faults.length]).toEqual([1, 1]);
});

it("asks nothing of the log where none could be described", async () => {
  const { sink, waiting } = open({
    describe() {
      throw new Error("as the test wants");
    },
  });
  expect([await sink.take(visits(3)), waiting()]).toEqual([3, 0]);
});

it("gives the log the same clicks again that it has refused", async () => {
  let made = 0;
  const { sink, next } = open({ describe: (visit) => ({ ...describeVisit(visit), reason: `made-${(made += 1)}` }) });
  const batch = visits(3);
  const refused = sink.take(batch);
  const first = await next();
  first.refuse();
  await expect(refused).rejects.toThrow("The test refuses it.");
  const taken = sink.take(batch);
  const second = await next();
  expect(second.clicks).toEqual(first.clicks);
  second.take();
  expect([await taken, made]).toEqual([0, 3]);
});
