import { changeTests, noteTests } from "./change-tests.ts";
import { compareStores } from "./compare-stores.ts";
import { contractTests } from "./contract-tests.ts";
import { countingTests } from "./counting-tests.ts";
import { keyTests } from "./key-tests.ts";
import { openReferenceStore } from "./open-reference-store.ts";
import { allSamples } from "./sample-policies.ts";
import type { OpenForTest, StoreSubject } from "./store-under-test.ts";
import { syncTests } from "./sync-tests.ts";
import type { TestRunner } from "./test-runner.ts";
import { timeTests } from "./time-tests.ts";
import { togetherTests } from "./together-tests.ts";
import { verbTests } from "./verb-tests.ts";

const perAlgorithm = [countingTests, timeTests, verbTests, changeTests, syncTests];

/**
 * What every store must hold, for every algorithm: the contract of `Store`, as tests.
 *
 * A store whose clock can be moved is held to the millisecond, and compared with the reference on random traces. One
 * that has a clock of its own is waited for, a few seconds in all; say so with `{ isClockMoved: false }`.
 *
 * @param open Opens a store without any counters. Each test has one of its own, and closes it.
 * @param traits What the store is. Default: a store that does not answer at once, whose clock can be moved, and
 * which has room for every log.
 *
 * @example
 * import { describe, it } from "vitest"; // or node:test, or jest
 * describeStore("my store", (startMicros) => openMine(startMicros), { describe, it });
 */
export function describeStore(
  name: string,
  open: OpenForTest,
  runner: TestRunner,
  traits: Partial<Omit<StoreSubject, "open">> = {},
): void {
  const { describe, it } = runner;
  const subject = { open, isSync: false, isClockMoved: true, maxLogLimit: Infinity, ...traits };
  describe(`store: ${name}`, () => {
    describe("contract", () => contractTests(runner, subject));
    describe("keys", () => keyTests(runner, subject));
    describe("together", () => togetherTests(runner, subject));
    if (subject.isClockMoved) describe("two quotas by turns", () => noteTests(runner, subject));
    for (const sample of allSamples) {
      describe(sample.name, () => {
        for (const tests of perAlgorithm) tests(runner, subject, sample);
      });
    }
    for (const seed of subject.isClockMoved ? [1, 2, 3, 4, 5] : []) {
      it(`decides as the reference does on a random trace (seed ${seed})`, () =>
        compareStores(open, openReferenceStore, { seed }));
    }
    for (const seed of subject.isClockMoved ? [1, 2, 3] : []) {
      it(`decides as the reference does while its clock steps to and fro (seed ${seed})`, () =>
        compareStores(open, openReferenceStore, { seed, stepsBack: true }));
    }
  });
}
