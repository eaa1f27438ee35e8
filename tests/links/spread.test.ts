import { createChangeSpread, type ChangeBus, type ChangeSpread, type LinkChange } from "@narrows/links";
import { describe, expect, it } from "vitest";
import { eventually } from "../program/deadline.ts";
import { postgresProgram } from "../services/postgres-server.ts";
import { redisProgram } from "../services/redis-server.ts";
import { driver as postgresDriver } from "./buses/postgres.ts";
import { driver as redisDriver } from "./buses/redis.ts";

const patienceMs = 60_000;
const names = ["a", "b", "c", "d"];

/** Of hundreds at once a busy machine may be late with some, and then says so. */
const mostRounds = 20;

type Node = { readonly name: string; readonly spread: ChangeSpread; readonly heard: Set<string> };

function makeNode(bus: ChangeBus, name: string): Node {
  const heard = new Set<string>();
  const spread = createChangeSpread({
    bus,
    name,
    onChange: (change) => void heard.add(change.code),
    monotonicMs: () => performance.now(),
  });
  return { name, spread, heard };
}

const change = (code: string): LinkChange => ({ domain: "", code, version: 2 });

/** Tells of a change. @returns Who was not named in the answer, and had not heard of it all the same. */
async function publish({ spread }: Node, others: readonly Node[], code: string) {
  const unheard = await spread.publish(change(code));
  const isNamed = ({ name }: Node): boolean => unheard.includes(name) || unheard.includes("*");
  const missed = others.filter((other) => !isNamed(other) && !other.heard.has(code));
  return { unheard, missed: missed.map(({ name }) => `${code} at ${name}`) };
}

describe.each([
  { driver: redisDriver, isMissing: redisProgram() === undefined },
  { driver: postgresDriver, isMissing: postgresProgram() === undefined },
])("changes over the bus by $driver.name", ({ driver, isMissing }) => {
  it.skipIf(isMissing)(
    "are answered when all four nodes follow, hundreds at once too, and one that left is not missed",
    async () => {
      await using stack = new AsyncDisposableStack();
      const installation = await driver.open();
      stack.defer(() => installation.close());
      const nodes = names.map((name) => makeNode(installation.connect(), name));
      for (const { spread } of nodes) {
        await spread.start();
        stack.defer(() => spread.stop());
      }
      const [first, ...others] = nodes as [Node, Node, Node, Node];
      await eventually(patienceMs, "That all are heard", async () =>
        (await first.spread.publish(change("warm"))).length === 0 && first.spread.stats().peers === 3
          ? true
          : undefined,
      );
      let isHeard = false;
      for (let round = 0; round < mostRounds && !isHeard; round += 1) {
        const codes = Array.from({ length: 900 }, (_, index) => `c${round}.${index}`);
        const answers = await Promise.all(codes.map((code) => publish(first, others, code)));
        expect(answers.flatMap(({ missed }) => missed)).toEqual([]);
        isHeard = answers.every(({ unheard }) => unheard.length === 0);
      }
      expect(isHeard).toBe(true);
      // Each leaves in its turn; the answer right after it may be late on a busy machine, but not every time.
      const afterLeaving: (readonly string[])[] = [];
      while (others.length > 0) {
        await others.shift()?.spread.stop();
        const { unheard, missed } = await publish(first, others, `last.${others.length}`);
        expect(missed).toEqual([]);
        afterLeaving.push(unheard);
      }
      expect(afterLeaving).toContainEqual([]);
    },
  );
});
