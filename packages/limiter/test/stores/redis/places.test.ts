import { describe, expect, it } from "vitest";
import { compilePolicy } from "../../../src/compile-policy.ts";
import type { Charge } from "../../../src/store.ts";
import { redisStore } from "../../../src/stores/redis/index.ts";

const policy = compilePolicy({ name: "p", by: ["client"], algorithm: "fixed-window", limit: 5, windowMs: 1_000 });

/** A store of a Cluster that answers all, the keys that it was sent, and the slots that were asked for. */
function openCluster() {
  const [sent, slots]: [string[], number[]] = [[], []];
  const evalsha = async (_sha: string, keys: readonly string[]) => {
    sent.push(...keys);
    return [1_784_567_890_123_456, 0, 4, 1_000];
  };
  const nodeOf = (slot: number) => (slots.push(slot), "a");
  const store = redisStore({ evalsha, eval: evalsha, isSharded: true, nodeOf }, { onFailure: "closed" });
  return { store, sent, slots };
}

describe("a decision of a Cluster", () => {
  it("has its keys and slots made once, for the node and for the call", async () => {
    const { store, sent, slots } = openCluster();
    let made = 0;
    const charge: Charge = {
      policy,
      cost: 1,
      get key() {
        made += 1;
        return ["a"];
      },
    };
    await store.charge([charge]);
    expect([made, sent.length, slots.length]).toEqual([1, 1, 1]);
  });

  it("is asked of what its charges are now, though they stand in a list that was asked before", async () => {
    const { store, sent, slots } = openCluster();
    const charges: Charge[] = [{ policy, key: ["a"], cost: 1 }];
    await store.charge(charges);
    charges[0] = { policy, key: ["b"], cost: 1 };
    await store.charge(charges);
    expect([new Set(sent).size, new Set(slots).size]).toEqual([2, 2]);
  });
});
