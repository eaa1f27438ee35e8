import { createChangeSpread, type ChangeBus, type ChangeSpread, type LinkChange } from "@narrows/links";
import { describe, expect, it } from "vitest";
import { eventually } from "../program/deadline.ts";
import { postgresProgram } from "../services/postgres-server.ts";
import { redisProgram } from "../services/redis-server.ts";
import { driver as postgresDriver } from "./buses/postgres.ts";
import { driver as redisDriver } from "./buses/redis.ts";

const patienceMs = 60_000;
const names = ["a", "b", "c", "d"];

type Node = { readonly spread: ChangeSpread; readonly heard: LinkChange[] };

function makeNode(bus: ChangeBus, name: string): Node {
  const heard: LinkChange[] = [];
  const spread = createChangeSpread({
    bus,
    name,
    onChange: (change) => void heard.push(change),
    monotonicMs: () => performance.now(),
  });
  return { spread, heard };
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
      const [first, second] = nodes as [Node, Node, Node, Node];
      const change = (code: string): LinkChange => ({ domain: "", code, version: 2 });
      await eventually(patienceMs, "That all are heard", async () =>
        (await first.spread.publish(change("warm"))).length === 0 && first.spread.stats().peers === 3
          ? true
          : undefined,
      );
      const codes = Array.from({ length: 900 }, (_, index) => `c${index}`);
      const answers = await Promise.all(codes.map((code) => first.spread.publish(change(code))));
      expect(answers.filter((unheard) => unheard.length > 0)).toEqual([]);
      for (const { heard } of nodes.slice(1)) {
        expect(new Set(heard.map(({ code }) => code))).toEqual(new Set(["warm", ...codes]));
      }
      await second.spread.stop();
      expect(await first.spread.publish(change("last"))).toEqual([]);
    },
  );
});
