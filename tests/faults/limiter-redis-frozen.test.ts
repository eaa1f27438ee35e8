import { setTimeout as wait } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { createLimiter, type Decision, type Limiter } from "@narrows/limiter";
import { fromIoredis, redisStore, type RedisPort, type RedisStoreOptions } from "@narrows/limiter/redis";
import { Redis } from "ioredis";
import { describe, expect, it, test } from "vitest";
import { eventually } from "../program/deadline.ts";
import { startRunningClock } from "../program/running-clock.ts";
import { redisProgram, startRedis } from "../services/redis-server.ts";

const policy = { name: "p", algorithm: "gcra", burst: 1_000_000, refillPerSecond: 1 } as const;
/** A process that was busy has a quarter more for what it has not read yet. */
const withGrace = 1.25;
/** What timers and promises take beside the deadline, in time that this process had. */
const slackMs = 100;
/** 4,096 questions in flight take 10 MB, and 30,000 would take 70. */
const mostGrowth = 30 * 2 ** 20;

describe.skipIf(redisProgram() === undefined)("behind a Redis that hangs", () => {
  test.each([
    ["nothing piles up", {}],
    ["nothing piles up even if failures open no breaker", { breaker: { failures: 1_000_000 } }],
  ])("every decision is made in time, at 30,000 a second, and %s", async (_, options) => {
    await using server = await startRedis();
    await using asked = askThrough(server.port, { onFailure: "open", ...options });
    await returned(asked.limiter);
    const heapBefore = heapUsed();
    server.signal("SIGSTOP");
    const seen = await flood(asked.limiter, { rounds: 100, each: 300, everyMs: 10 });
    const growth = heapUsed() - heapBefore;
    expect(seen.decisions).toBe(30_000);
    expect(seen.degraded).toBe(seen.decisions);
    expect(seen.worstMs).toBeLessThan(20 * withGrace + slackMs);
    // At most 4,096 questions, in calls of a hundred, and a probe now and then.
    expect(asked.unanswered).toBeLessThan(60);
    expect(growth).toBeLessThan(mostGrowth);
    server.signal("SIGCONT");
    await returned(asked.limiter);
    expect(asked.unanswered).toBe(0);
  });

  it("what is beyond the bound of calls in flight is not sent", async () => {
    await using server = await startRedis();
    await using asked = askThrough(server.port, { onFailure: "closed", maxInFlight: 100 });
    await returned(asked.limiter);
    server.signal("SIGSTOP");
    const decisions = await Promise.all(Array.from({ length: 1_000 }, () => asked.limiter.check("someone")));
    const codes = Object.groupBy(decisions, ({ failure }) => failure ?? "none");
    expect([codes.STORE_DEADLINE?.length, codes.STORE_OVERLOADED?.length]).toEqual([100, 900]);
  });
});

describe("before a Redis that is not there", () => {
  it("no listener is added to the client for each attempt", async () => {
    const breaker = { coolDownMs: 1, maxCoolDownMs: 1 };
    // Nobody listens on port 1.
    await using asked = askThrough(1, { onFailure: "open", deadlineMs: 4, breaker });
    const codes: unknown[] = [];
    while (codes.filter((code) => code === "STORE_UNREACHABLE").length < 20) {
      codes.push((await asked.limiter.check("someone")).failure);
      await wait(1);
    }
    expect(asked.client.listenerCount("ready")).toBeLessThan(5);
  });
});

/** A limiter, and what its client was asked and has not answered. */
function askThrough(port: number, options: RedisStoreOptions) {
  const client = new Redis({ host: "127.0.0.1", port, autoResendUnfulfilledCommands: false });
  client.on("error", () => {});
  let unanswered = 0;
  const counted = (answer: Promise<unknown>): Promise<unknown> => {
    unanswered++;
    return answer.finally(() => unanswered--);
  };
  const ioredis = fromIoredis(client);
  const counting: RedisPort = {
    ...ioredis,
    evalsha: (sha, keys, args) => counted(ioredis.evalsha(sha, keys, args)),
    eval: (source, keys, args) => counted(ioredis.eval(source, keys, args)),
  };
  const limiter = createLimiter({ policy, store: redisStore(counting, options) });
  return {
    client,
    limiter,
    get unanswered() {
      return unanswered;
    },
    async [Symbol.asyncDispose]() {
      await limiter.close();
      client.disconnect();
    },
  };
}

function returned(limiter: Limiter): Promise<Decision> {
  return eventually(60_000, "An answer of Redis", async () => {
    const decision = await limiter.check("someone");
    return decision.degraded ? undefined : decision;
  });
}

/** So many checks in each round, and what became of them. */
async function flood(limiter: Limiter, load: { rounds: number; each: number; everyMs: number }) {
  const seen = { decisions: 0, degraded: 0, worstMs: 0 };
  using clock = startRunningClock();
  const note = (askedMs: number, { degraded }: Decision) => {
    seen.decisions++;
    if (degraded) seen.degraded++;
    seen.worstMs = Math.max(seen.worstMs, clock.nowMs() - askedMs);
  };
  const open: Promise<void>[] = [];
  for (let round = 0; round < load.rounds; round++) {
    const askedMs = clock.nowMs();
    for (let index = 0; index < load.each; index++) {
      open.push(limiter.check(`client ${index}`).then((decision) => note(askedMs, decision)));
    }
    await wait(load.everyMs);
  }
  await Promise.all(open);
  return seen;
}

function heapUsed(): number {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
  return process.memoryUsage().heapUsed;
}
