import { compilePolicy } from "../compile-policy.ts";
import { demandEqual } from "./demand.ts";
import { sampleAt, samplePolicy, samples } from "./sample-policies.ts";
import { charge, withStore, type StoreSubject } from "./store-under-test.ts";
import type { TestRunner } from "./test-runner.ts";

/** Several counters in one decision: all or nothing. */
export function togetherTests({ it }: TestRunner, subject: StoreSubject): void {
  const by = { by: ["client"], onFailure: "closed" } as const;
  const large = (index: number) => samplePolicy(sampleAt(index), 10, undefined, { name: "large" });
  const small = (index: number) => samplePolicy(sampleAt(index), 5, undefined, { name: "small" });

  it("passes 5 of 100 at once by 10 a second and 5 a minute, and charges the first only those 5", () =>
    withStore(subject, async (under) => {
      const perSecond = compilePolicy({
        name: "10/s",
        ...by,
        algorithm: "token-bucket",
        capacity: 10,
        refill: 10,
        refillMs: 1e10,
      });
      const perMinute = compilePolicy({
        name: "5/min",
        ...by,
        algorithm: "sliding-window-log",
        limit: 5,
        windowMs: 1e10,
      });
      const all = await Promise.all(
        Array.from({ length: 100 }, () => under.charge(charge(perSecond, ["a"]), charge(perMinute, ["a"]))),
      );
      const counts = [0, 1].map((place) => all.filter(({ verdicts }) => verdicts[place]?.allowed).length);
      demandEqual(counts, [100, 5], "how often 10/s and 5/min would have let pass");
      demandEqual((await under.take(perSecond, ["a"], 5)).allowed, true, "the other 5 of 10/s");
      demandEqual((await under.take(perSecond, ["a"], 1)).allowed, false, "one more of 10/s");
    }));

  it("charges all or none, whichever algorithms meet, in whichever order", () =>
    withStore(subject, async (under) => {
      for (let index = 0; index < samples.length; index += 1) {
        const key = [`pair ${index}`];
        const pair = [charge(large(index), key, 2), charge(small(index + 1), key, 2)];
        const answers = [];
        for (const charges of [pair, pair.toReversed(), pair])
          answers.push((await under.charge(...charges)).verdicts.map(({ allowed }) => allowed));
        demandEqual(
          answers,
          [
            [true, true],
            [true, true],
            [true, false],
          ],
          `${sampleAt(index).name} with its neighbour`,
        );
        demandEqual((await under.take(large(index), key, 6)).allowed, true, "the large one was charged 4");
        demandEqual((await under.take(small(index + 1), key, 1)).allowed, true, "the small one was charged 4");
      }
    }));

  it("says of a counter that was not charged what it has", () =>
    withStore(subject, async (under) => {
      await under.take(small(0), ["a"], 5);
      const { verdicts } = await under.charge(charge(large(1), ["a"], 4), charge(small(0), ["a"], 1));
      demandEqual(
        verdicts.map(({ allowed, remaining, retryAfterMs }) => [allowed, remaining, retryAfterMs > 0]),
        [
          [true, 10, false],
          [false, 0, true],
        ],
        "allowed, remaining, and whether there is something to wait for",
      );
    }));

  it("charges a policy in shadow when it would allow and nobody else refuses", () =>
    withStore(subject, async (under) => {
      const shadow = samplePolicy(sampleAt(0), 3, undefined, { name: "shadow", shadow: true });
      const answers = [];
      for (const cost of [2, 2, 1, 1]) {
        const { verdicts } = await under.charge(charge(shadow, ["a"], cost), charge(small(1), ["a"], cost));
        answers.push(verdicts.map(({ allowed, remaining }) => [allowed, remaining]));
      }
      demandEqual(
        answers,
        [
          [
            [true, 1],
            [true, 3],
          ],
          [
            [false, 1],
            [true, 1],
          ],
          [
            [true, 0],
            [true, 0],
          ],
          [
            [false, 0],
            [false, 0],
          ],
        ],
        "what the shadow of 3 and its companion of 5 say to costs 2, 2, 1, 1",
      );
    }));

  it("leaves a policy in shadow uncharged when another refuses", () =>
    withStore(subject, async (under) => {
      const shadow = samplePolicy(sampleAt(0), 3, undefined, { name: "shadow", shadow: true });
      await under.take(small(1), ["a"], 5);
      await under.charge(charge(shadow, ["a"], 3), charge(small(1), ["a"], 1));
      demandEqual((await under.take(shadow, ["a"], 3)).allowed, true, "the whole limit of the shadow");
    }));

  it("counts a counter twice that is named twice in one decision", () =>
    withStore(subject, async (under) => {
      const twice = (cost: number) => under.charge(charge(small(0), ["a"], cost), charge(small(0), ["a"], cost));
      const { verdicts } = await twice(3);
      demandEqual(
        verdicts.every(({ allowed }) => allowed),
        false,
        "whether 3 and 3 of 5 are allowed",
      );
      demandEqual(
        (await twice(2)).verdicts.every(({ allowed }) => allowed),
        true,
        "whether 2 and 2 of 5 are allowed",
      );
      demandEqual((await under.take(small(0), ["a"], 2)).allowed, false, "2 more after 4 of 5");
      demandEqual((await under.take(small(0), ["a"], 1)).allowed, true, "1 more after 4 of 5");
    }));

  it("answers nothing when nothing is asked", () =>
    withStore(subject, async (under) => {
      demandEqual((await under.charge()).verdicts, [], "verdicts of no charges");
    }));
}
