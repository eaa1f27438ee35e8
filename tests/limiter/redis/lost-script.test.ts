import { compilePolicy } from "@narrows/limiter";
import { redisStore } from "@narrows/limiter/redis";
import type { Redis } from "ioredis";
import { describe, expect, it } from "vitest";
import { startRedis } from "../../services/redis-server.ts";
import { openIoredis, openNodeRedis } from "./redis-clients.ts";

const policy = compilePolicy({
  name: "p",
  by: ["client"],
  algorithm: "fixed-window",
  limit: 100,
  windowMs: 86_400_000,
});
const options = { onFailure: "closed", deadlineMs: 5_000 } as const;
const charges = [{ policy, key: ["a"], cost: 1 }];

describe("a script that the server does not know", () => {
  it("is sent once, with the call that missed it", async () => {
    await using server = await startRedis();
    const client = await openIoredis(server);
    const nodeRedis = await openNodeRedis(server);
    try {
      for (const each of [client, nodeRedis]) {
        const store = redisStore(each, options);
        await client.script("FLUSH");
        await client.config("RESETSTAT");
        await store.charge(charges);
        await store.charge(charges);
        expect([await callsOf(client, "evalsha"), await callsOf(client, "eval")]).toEqual([2, 1]);
      }
      const { verdicts } = await redisStore(client, options).peek(charges);
      expect(verdicts[0]?.remaining).toBe(96);
    } finally {
      nodeRedis.destroy();
      client.disconnect();
    }
  });

  it("loses no decision and counts none twice when it is flushed again and again between batches", async () => {
    await using server = await startRedis();
    const client = await openIoredis(server);
    const store = redisStore(client, options);
    const answers: Promise<boolean>[] = [];
    for (let turn = 0; turn < 40; turn += 1) {
      for (let i = 0; i < 10; i += 1) {
        answers.push(store.charge(charges).then(({ verdicts }) => verdicts[0]?.allowed === true));
      }
      if (turn % 3 === 0) void client.script("FLUSH");
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect((await Promise.all(answers)).filter(Boolean)).toHaveLength(100);
    client.disconnect();
  });

  it("is a failure of the store when it cannot be sent, and nothing is asked again", async () => {
    await using server = await startRedis(["--rename-command", "EVAL", ""]);
    const client = await openIoredis(server);
    const store = redisStore(client, options);
    await expect(store.charge(charges)).rejects.toMatchObject({ name: "StoreFailure", code: "STORE_REFUSED" });
    expect(await callsOf(client, "evalsha")).toBe(1);
    client.disconnect();
  });
});

async function callsOf(client: Redis, command: string): Promise<number> {
  const stats = await client.info("commandstats");
  return Number(new RegExp(`cmdstat_${command}:calls=(\\d+)`).exec(stats)?.[1] ?? 0);
}
