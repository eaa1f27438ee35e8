import type { Policy } from "../policy.ts";
import { demand, demandEqual } from "./demand.ts";
import { samplePolicy, type Sample } from "./sample-policies.ts";
import { charge, withStore, type StoreSubject, type StoreUnderTest } from "./store-under-test.ts";
import type { TestRunner } from "./test-runner.ts";

/** Short enough to wait for on a real clock, and no whole number of ticks or units. */
const windowMs = 93;

/** What time gives back. */
export function timeTests(runner: TestRunner, subject: StoreSubject, sample: Sample): void {
  const { it } = runner;
  const policy = samplePolicy(sample, 3, windowMs);

  it("admits the same request after retryAfterMs, and not a millisecond sooner", () =>
    withStore(subject, async (under) => {
      for (const cost of [1, 2, 3]) await retryOnce(under, policy, `key ${cost}`, cost);
    }));

  it("tells a retryAfterMs that is exact from any moment on", () =>
    withStore(subject, async (under) => {
      for (const pauseMs of under.canMove ? [0.001, 22.222, 46, 92.999] : [22]) {
        await under.pass(pauseMs);
        await retryOnce(under, policy, "a", 1);
      }
    }));

  it("answers as a fresh counter does once resetAfterMs is over", () =>
    withStore(subject, async (under) => {
      const { resetAfterMs } = await under.take(policy, ["used"], 3);
      demand(
        Number.isInteger(resetAfterMs) && resetAfterMs >= 1,
        `resetAfterMs is a whole number, not ${resetAfterMs}`,
      );
      await under.pass(resetAfterMs);
      const { verdicts } = await under.charge(charge(policy, ["used"]), charge(policy, ["fresh"]));
      demandEqual(verdicts[0], verdicts[1], `a used counter beside a fresh one after ${resetAfterMs} ms`);
    }));

  if (subject.isClockMoved) movedClockTests(runner, subject, sample);
}

/** What nobody can wait for. */
function movedClockTests({ it }: TestRunner, subject: StoreSubject, sample: Sample): void {
  const policy = samplePolicy(sample, 3, windowMs);

  it("keeps what was used for as long as the window, however long that is", () =>
    withStore(subject, async (under) => {
      const slow = samplePolicy(sample, 2, 86_400_000, { name: "slow" });
      const { resetAfterMs } = await under.take(slow, ["a"], 2);
      await under.pass(Math.min(resetAfterMs, 86_400_000) / 2 - 10_000);
      demandEqual((await under.take(slow, ["a"], 2)).allowed, false, "the whole limit after less than half a day");
    }));

  it("tells an exact retryAfterMs where its tick is long", () =>
    withStore(subject, async (under) => {
      const limit = Math.min(1_000_003, sample.algorithm === "sliding-window-log" ? subject.maxLogLimit : Infinity);
      const large = samplePolicy(sample, limit, 315_360_000_000, { name: "large" });
      await under.pass(123.457);
      await under.take(large, ["a"], large.algorithm.limit);
      await under.pass(77);
      await retryOnce(under, large, "a", 1);
    }));

  it("admits the whole limit from one microsecond on, whether that is looked for or taken", () =>
    withStore(subject, async (under) => {
      const sevenths = samplePolicy(sample, 7, 60_000, { name: "sevenths" });
      const { resetAfterMs } = await under.take(sevenths, ["a"]);
      await under.pass(resetAfterMs);
      let atMicros = 0;
      const look = async (micros: number): Promise<boolean> => {
        await under.pass((micros - atMicros) / 1_000);
        atMicros = micros;
        return (await under.peek(sevenths, ["a"], 7)).allowed;
      };
      let [refused, allowed] = [-1_000, 0];
      while (allowed - refused > 1) {
        const middle = Math.floor((refused + allowed) / 2);
        if (await look(middle)) allowed = middle;
        else refused = middle;
      }
      const taken = [];
      for (const micros of [refused, allowed]) {
        await look(micros);
        taken.push((await under.take(sevenths, ["a"], 7)).allowed);
      }
      demandEqual(taken, [false, true], "a microsecond before a look would admit it, and then");
    }));

  it("gives nothing back when its clock steps back", () =>
    withStore(subject, async (under) => {
      await under.take(policy, ["a"], 3);
      for (const stepMs of [-5_000, 2_000, 2_000]) {
        await under.pass(stepMs);
        demandEqual((await under.take(policy, ["a"], 1)).allowed, false, `after a step of ${stepMs} ms`);
      }
    }));

  it("is fresh after a hundred idle years", () =>
    withStore(subject, async (under) => {
      await under.take(policy, ["a"], 3);
      await under.pass(100 * 365.25 * 86_400_000);
      demandEqual((await under.take(policy, ["a"], 3)).allowed, true, "the whole limit after a hundred years");
    }));
}

/** Uses a counter up, waits for as long as it says, and demands that neither more nor less was needed. */
async function retryOnce(under: StoreUnderTest, policy: Policy, name: string, cost: number): Promise<void> {
  while ((await under.take(policy, [name])).allowed);
  const { allowed, retryAfterMs } = await under.take(policy, [name], cost);
  if (allowed) return;
  demand(Number.isInteger(retryAfterMs) && retryAfterMs >= 1, `retryAfterMs is a whole number, not ${retryAfterMs}`);
  if (under.canMove) {
    await under.pass(retryAfterMs - 1);
    demandEqual(
      (await under.peek(policy, [name], cost)).allowed,
      false,
      `a millisecond before ${retryAfterMs} are over`,
    );
    await under.pass(1);
  } else {
    await under.pass(retryAfterMs);
  }
  demandEqual((await under.take(policy, [name], cost)).allowed, true, `cost ${cost} after ${retryAfterMs} ms`);
}
