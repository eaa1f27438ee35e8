import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describeSharedCache } from "@narrows/links/testing";
import { Redis } from "ioredis";
import { describe, expect, it } from "vitest";
import { rootPath } from "../program/narrows-path.ts";
import { redisProgram, startRedis } from "../services/redis-server.ts";
import { clusterDriver } from "./shared-caches/redis-cluster.ts";
import { connectTo, driver } from "./shared-caches/redis.ts";

it("every driver of the shared cache can be opened for tests", () => {
  const names = readdirSync(join(rootPath, "packages/links/src/shared-caches"));
  expect(names).toContain("redis");
  for (const name of names) expect(existsSync(new URL(`shared-caches/${name}.ts`, import.meta.url)), name).toBe(true);
});

describe.skipIf(redisProgram() === undefined)("with redis-server", () => {
  describeSharedCache(driver);
  describeSharedCache(clusterDriver);

  it("gives nothing that it would not have written, and puts what is right over it", async () => {
    await using server = await startRedis();
    const cache = await connectTo(server);
    const client = new Redis(server.port, "127.0.0.1");
    await cache.reached(0);
    const generation = (await client.get("narrows:2:log"))?.split(" ")[0] ?? "";
    const key = { domain: "", code: "abc" };
    const target = {
      destination: "https://example.com/",
      redirectStatus: 302,
      expiresAt: null,
      version: 1,
      enabled: true,
      quarantined: false,
      deleted: false,
      maxClicks: null,
    } as const;
    const name = `narrows:2:${generation}:/abc`;
    await cache.put(key, target);
    expect(await client.exists(name)).toBe(1);
    const foreign = [
      "",
      "x",
      "1",
      "1 ",
      "1 {}",
      "1 []",
      '1 ["javascript:alert(1)",302,null,true,false,false,null]',
      '1 ["https://example.com/\\r\\nset-cookie: a=b",302,null,true,false,false,null]',
      '1 ["https://example.com/",200,null,true,false,false,null]',
      '1 ["https://example.com/",302,"soon",true,false,false,null]',
      '1 ["https://example.com/",302,null,1,false,false,null]',
      '1 ["https://example.com/",302,null,true,false,false]',
      '1 ["https://example.com/",302,null,true,false,false,0]',
      '1 ["https://example.com/",302,null,true,false,false,"1"]',
      `1 ["https://example.com/${"x".repeat(9_000)}",302,null,true,false,false,null]`,
      '99999999999999999999 ["https://example.com/",302,null,true,false,false,null]',
    ];
    for (const value of foreign) {
      await client.set(name, value);
      expect([value, await cache.get(key)]).toEqual([value, undefined]);
    }
    await client.del(name);
    await client.rpush(name, "a list");
    expect(await cache.get(key)).toBeUndefined();
    await cache.put(key, target);
    expect(await cache.get(key)).toEqual(target);
    await client.set("narrows:2:log", "garbage");
    expect(await cache.advance(0, 1)).toBe(false);
    expect(await cache.reached(5)).toBe(5);
    client.disconnect();
    await cache.close();
  });

  it("goes on with scripts that the server has lost", async () => {
    await using server = await startRedis();
    const cache = await connectTo(server);
    const client = new Redis(server.port, "127.0.0.1");
    await cache.reached(0);
    await cache.raise({ domain: "", code: "a" }, 1);
    await client.script("FLUSH");
    await cache.raise({ domain: "", code: "a" }, 2);
    expect(await cache.advance(0, 1)).toBe(true);
    client.disconnect();
    await cache.close();
  });

  it("lets every entry end by itself", async () => {
    await using server = await startRedis();
    const cache = await connectTo(server);
    const client = new Redis(server.port, "127.0.0.1");
    await cache.reached(0);
    await cache.raise({ domain: "", code: "a" }, 1);
    await cache.put({ domain: "", code: "b" }, null);
    const names = (await client.keys("*")).filter((name) => !name.endsWith(":log"));
    expect(names).toHaveLength(2);
    for (const name of names) expect(await client.pttl(name)).toBeGreaterThan(0);
    client.disconnect();
    await cache.close();
  });
});
