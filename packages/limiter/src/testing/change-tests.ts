import type { Policy } from "../policy.ts";
import { demand, demandEqual } from "./demand.ts";
import { sampleAt, samplePolicy, samples, type Sample } from "./sample-policies.ts";
import { charge, withStore, type StoreSubject, type StoreUnderTest } from "./store-under-test.ts";
import type { TestRunner } from "./test-runner.ts";

/** Asked once, of the algorithm in which it is seen best, on a clock that is moved. */
export function noteTests({ it }: TestRunner, subject: StoreSubject): void {
  const bucket = samples.find(({ name }) => name === "token-bucket") ?? sampleAt(0);
  const slow = samplePolicy(bucket, 5, 10_000, { name: "changing" });
  const quick = samplePolicy(bucket, 6, 1_000, { name: "changing" });

  it("counts a penalty for as long as the quota that it was counted by, though another one asks", () =>
    withStore(subject, async (under) => {
      await under.take(slow, ["a"], 1);
      await under.take(quick, ["a"], 1);
      await under.pass(500);
      await under.store.penalize([charge(slow, ["a"], 3)]);
      await under.pass(1_600);
      demandEqual(
        (await under.take(quick, ["a"], 1)).allowed,
        true,
        "one of 6, when what was used first has come back",
      );
      await under.pass(1_100);
      demandEqual((await under.take(slow, ["a"], 1)).allowed, false, "one of 5, of which a penalty took 3");
    }));
}

/** A policy that changes under its name and version keeps what was used. */
export function changeTests(runner: TestRunner, subject: StoreSubject, sample: Sample): void {
  const { it } = runner;
  const at = (limit: number, windowMs?: number) => samplePolicy(sample, limit, windowMs, { name: "changing" });

  it("takes the same policy, compiled again, for the same", () =>
    withStore(subject, async (under) => {
      await under.take(at(5), ["a"], 4);
      demandEqual(await takeAll(under, at(5)), 1, "what is left of 5 after 4");
    }));

  it("refills nothing when the limit is lowered and raised again", () =>
    withStore(subject, async (under) => {
      await under.take(at(5), ["a"], 4);
      demandEqual(await takeAll(under, at(3)), 0, "what is left after 4 were taken when the limit becomes 3");
      const raised = await takeAll(under, at(5));
      demand(raised <= 1, `at most 1 is left of 5 after 4, not ${raised}`);
    }));

  it("gives no more than the difference when the limit is raised", () =>
    withStore(subject, async (under) => {
      await under.take(at(5), ["a"], 5);
      const raised = await takeAll(under, at(8));
      demand(raised <= 3, `at most 3 are left of 8 after 5, not ${raised}`);
    }));

  it("refills nothing when the window changes", () =>
    withStore(subject, async (under) => {
      await under.take(at(5), ["a"], 5);
      for (const factor of [2, 0.5, 1]) {
        demandEqual(
          await takeAll(under, at(5, 10_000_000_000 * factor)),
          0,
          `what is left in a window ${factor} times as long`,
        );
      }
    }));

  it("refills nothing when another algorithm takes over", () =>
    withStore(subject, async (under) => {
      for (const other of samples) {
        const key = [other.name];
        await under.take(at(5), key, 5);
        const next = samplePolicy(other, 5, undefined, { name: "changing" });
        demandEqual((await under.take(next, key)).allowed, false, `one of 5 after 5, now by ${other.name}`);
      }
    }));

  it("forgets nothing by a block, a penalty or a refund while the limit is lower", () =>
    withStore(subject, async (under) => {
      const { atMicros } = await under.charge(charge(at(5), ["a"], 5));
      const lowered = charge(at(3), ["a"]);
      for (const durationMs of [60_000, 0]) await under.store.block([lowered], durationMs);
      await under.store.penalize([lowered]);
      demandEqual(await takeAll(under, at(5)), 0, "what is left of 5 after 5, a block and a penalty");
      demandEqual(await under.store.refund([{ ...lowered, cost: 2 }], atMicros), [2], "what is given back of 2");
      const left = await takeAll(under, at(5));
      // On a real clock a part of a unit has come back by itself, and is not given back again.
      demand(left === 2 || (left === 1 && !under.canMove), `2 are left of 5 after 5 and a refund of 2, not ${left}`);
    }));

  it("begins afresh with another version", () =>
    withStore(subject, async (under) => {
      await under.take(at(5), ["a"], 5);
      const next = samplePolicy(sample, 5, undefined, { name: "changing", version: "v2" });
      demandEqual(await takeAll(under, next), 5, "what can be taken in the new version");
      demandEqual(await takeAll(under, at(5)), 0, "what can be taken in the old one");
    }));

  if (subject.isClockMoved) movedClockTests(runner, subject, sample);
}

/** What nobody can wait for. */
function movedClockTests({ it }: TestRunner, subject: StoreSubject, sample: Sample): void {
  const at = (limit: number, windowMs: number) => samplePolicy(sample, limit, windowMs, { name: "changing" });
  const byTurns = [at(10, 10_000), at(12, 10_000)] as const;

  it("tells an exact wait after the limit was lowered, however often it is asked", () =>
    withStore(subject, async (under) => {
      await under.take(at(5, 1_000), ["a"], 5);
      await under.pass(137);
      let { retryAfterMs } = await under.take(at(3, 1_000), ["a"]);
      for (const pauseMs of [1, Math.floor(retryAfterMs / 2), Math.ceil(retryAfterMs / 2) - 2]) {
        await under.pass(pauseMs);
        retryAfterMs -= pauseMs;
        const answer = await under.take(at(3, 1_000), ["a"]);
        demandEqual([answer.allowed, answer.retryAfterMs], [false, retryAfterMs], `what is told after ${pauseMs} ms`);
      }
      await under.pass(retryAfterMs);
      demandEqual((await under.take(at(3, 1_000), ["a"])).allowed, true, "one after the wait that was told");
    }));

  it("refuses nobody who is below the lower of two limits by turns", () =>
    withStore(subject, async (under) => {
      for (let turn = 0; turn < 40; turn += 1) {
        const { allowed } = await under.take(byTurns[turn % 2 === 0 ? 0 : 1], ["a"]);
        demandEqual(allowed, true, `request ${turn} of 8 in a window`);
        await under.pass(1_250);
      }
    }));

  it("admits no more by two limits by turns than by the higher one alone", () =>
    withStore(subject, async (under) => {
      const passed = { mixed: 0, higher: 0 };
      for (let turn = 0; turn < 300; turn += 1) {
        const policy = byTurns[turn % 2 === 0 ? 0 : 1];
        if ((await under.take(policy, ["mixed"])).allowed) passed.mixed += 1;
        if ((await under.take(byTurns[1], ["higher"])).allowed) passed.higher += 1;
        await under.pass(101);
      }
      demand(passed.mixed <= passed.higher, `at most ${passed.higher} pass, not ${passed.mixed}`);
    }));

  it("frees nothing by turns of two windows", () =>
    withStore(subject, async (under) => {
      const slow = at(5, 10_000_000_000);
      await under.take(slow, ["a"], 5);
      for (let turn = 0; turn < 10; turn += 1) {
        await under.take(at(6, 1_000), ["a"]);
        await under.pass(1_001);
        demandEqual((await under.take(slow, ["a"])).allowed, false, `one of 5 after 5, in turn ${turn}`);
      }
    }));
}

async function takeAll({ take }: StoreUnderTest, policy: Policy): Promise<number> {
  for (let count = 0; ; count += 1) if (!(await take(policy, ["a"])).allowed) return count;
}
