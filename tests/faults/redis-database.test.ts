import { Redis } from "ioredis";
import { describe, expect, it } from "vitest";
import { eventually } from "../program/deadline.ts";
import { linksApi } from "../program/links-api.ts";
import { startProgram } from "../program/program.ts";
import { readMetric } from "../program/read-metric.ts";
import { redisProgram, startRedis } from "../services/redis-server.ts";

const refusal = "Redis refuses database 99999";

describe.skipIf(redisProgram() === undefined)("a database that Redis has not", () => {
  it("is said once for each use, leaves other databases alone, and counts as a Redis that is down", async () => {
    await using redis = await startRedis();
    const url = `redis://127.0.0.1:${redis.port}/99999`;
    await using program = await startProgram({ env: { REDIS_URL: url } });
    await eventually(60_000, "The lines", async () => (lines(program.output()) === 2 ? true : undefined));
    const api = linksApi(program.http, program.admin);
    await api.mustCreate({ longUrl: "https://example.com/", alias: "steady" });
    expect((await api.follow("steady")).status).toBe(302);
    expect(await readMetric(program, "narrows_shared_cache_trusted")).toBe(0);
    expect(await readMetric(program, "narrows_change_bus_up")).toBe(0);
    // Several tries.
    const client = new Redis(redis.port, "127.0.0.1");
    const tries = (): Promise<number> => client.info("commandstats").then(countOfSelects);
    await eventually(60_000, "Further tries", async () => ((await tries()) >= 6 ? true : undefined));
    expect([lines(program.output()), await client.dbsize()]).toEqual([2, 0]);
    expect(program.output()).not.toContain("isn't writeable");
    client.disconnect();
    await program.stop();
  });
});

function lines(output: string): number {
  return output.split("\n").filter((line) => line.includes(refusal)).length;
}

function countOfSelects(stats: string): number {
  return Number(/cmdstat_select:calls=(\d+)/.exec(stats)?.[1] ?? 0);
}
