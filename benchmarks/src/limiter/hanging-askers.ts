import { once } from "node:events";
import { createServer, get, Agent } from "node:http";
import { createLimiter, type OnFailure } from "@narrows/limiter";
import { redisStore } from "@narrows/limiter/redis";
import express from "express";
import { rateLimit } from "express-rate-limit";
import { Redis } from "ioredis";
import { RateLimiterMemory, RateLimiterRedis, RLWrapperTimeouts } from "rate-limiter-flexible";
import { createRedisStore } from "./express-redis-store.ts";
import { plenty, policyOf, windowMs } from "./policies.ts";

/** Decides one request. Resolves with whether it was Redis that counted it; rejects where a user would get an error. */
export type HangingAsker = (key: string) => Promise<boolean>;

/** What others are given where they have a timeout; our own default. */
const timeoutMs = 20;
/** Of the insurance. */
const fewerPoints = 1_000_000;
const points = { points: plenty, duration: windowMs / 1000 };

/** By the name of the subject. */
export const hangingAskers: ReadonlyMap<string, (port: number) => Promise<HangingAsker>> = new Map([
  ["narrows open", narrows("open")],
  ["narrows closed", narrows("closed")],
  ["narrows memory", narrows("memory")],
  [
    "rate-limiter-flexible",
    async (port) => consuming(new RateLimiterRedis({ ...points, storeClient: flexibleClient(port) })),
  ],
  ["rate-limiter-flexible, insured", async (port) => consuming(insuredLimiter(port))],
  [
    "rate-limiter-flexible, insured, timeout",
    async (port) => consuming(new RLWrapperTimeouts({ limiter: insuredLimiter(port), timeoutMs })),
  ],
  ["express-rate-limit", middleware],
]);

function narrows(onFailure: OnFailure) {
  return async (port: number): Promise<HangingAsker> => {
    const client = new Redis(port, "127.0.0.1", { autoResendUnfulfilledCommands: false });
    await client.ping();
    const limiter = createLimiter({
      policy: policyOf("fixed-window", plenty),
      store: redisStore(client, { onFailure, nodes: 1 }),
    });
    return async (key) => !(await limiter.check(key)).degraded;
  };
}

/** As its documentation shows it. */
function flexibleClient(port: number): Redis {
  return new Redis(port, "127.0.0.1", { enableOfflineQueue: false });
}

/** What is left tells who has counted: the insurance has fewer. */
function insuredLimiter(port: number): RateLimiterRedis {
  const insuranceLimiter = new RateLimiterMemory({ ...points, points: fewerPoints });
  return new RateLimiterRedis({ ...points, storeClient: flexibleClient(port), insuranceLimiter });
}

function consuming(limiter: RateLimiterRedis | RLWrapperTimeouts): HangingAsker {
  return async (key) => (await limiter.consume(key)).remainingPoints > fewerPoints;
}

/** It is a middleware, so it is asked by a request of HTTP, which takes its own part of a millisecond. */
async function middleware(port: number): Promise<HangingAsker> {
  const client = new Redis(port, "127.0.0.1");
  await client.ping();
  const app = express();
  app.use(rateLimit({ windowMs, limit: plenty, store: createRedisStore(client) }));
  app.use((_request: unknown, response: { end(): void }) => response.end());
  const server = createServer(app as never).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const origin = { host: "127.0.0.1", port: typeof address === "object" ? address?.port : 0 };
  const agent = new Agent({ keepAlive: true });
  return () =>
    new Promise((resolve, reject) => {
      const asked = get({ ...origin, agent }, (response) => {
        response.resume().once("end", () => {
          if (response.statusCode === 200) resolve(true);
          else reject(new Error(`${response.statusCode}`));
        });
      });
      asked.once("error", reject);
    });
}
