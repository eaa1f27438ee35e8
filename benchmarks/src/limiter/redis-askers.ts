import { createLimiter, type AlgorithmName } from "@narrows/limiter";
import { redisStore } from "@narrows/limiter/redis";
import { Redis } from "ioredis";
import { RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import { otherAlgorithms, policyOf, windowMs } from "./policies.ts";

/** `degraded`: somebody else than Redis has answered. */
export type Outcome = "allowed" | "denied" | "degraded";

/** One client of one Redis. */
export type Asker = { ask(key: string): Promise<Outcome>; ready(): Promise<unknown> };

export type AskerSetup = {
  readonly port: number;
  /** Of each key, in an hour. */
  readonly limit: number;
  /** Of ours; undefined: its default. */
  readonly deadlineMs?: number;
};

type ClientOptions = { readonly enableAutoPipelining?: boolean; readonly autoResendUnfulfilledCommands?: boolean };
type MakeAsker = (setup: AskerSetup) => Asker;

/** By the name of the subject. */
export const redisAskers: ReadonlyMap<string, MakeAsker> = new Map([
  ["narrows", narrows("fixed-window")],
  ...otherAlgorithms.map((name): [string, MakeAsker] => [`narrows ${name}`, narrows(name)]),
  ["rate-limiter-flexible", flexible({})],
  ["rate-limiter-flexible, auto pipelining", flexible({ enableAutoPipelining: true })],
]);

function narrows(algorithm: AlgorithmName): MakeAsker {
  return ({ port, limit, deadlineMs }) => {
    const client = connect(port, { autoResendUnfulfilledCommands: false });
    const store = redisStore(client, { onFailure: "open", ...(deadlineMs !== undefined && { deadlineMs }) });
    const limiter = createLimiter({ policy: policyOf(algorithm, mostOf(algorithm, limit)), store });
    return {
      async ask(key) {
        const { allowed, degraded } = await limiter.check(key);
        if (degraded) return "degraded";
        return allowed ? "allowed" : "denied";
      },
      ready: () => client.ping(),
    };
  };
}

/** The Redis store takes no longer log; what is asked in its tenth of a second is far less. */
function mostOf(algorithm: AlgorithmName, limit: number): number {
  return algorithm === "sliding-window-log" ? Math.min(limit, 2_000) : limit;
}

/** With what its documentation recommends for Redis. */
function flexible(options: ClientOptions): MakeAsker {
  return ({ port, limit }) => {
    const client = connect(port, options);
    const limiter = new RateLimiterRedis({
      storeClient: client,
      points: limit,
      duration: windowMs / 1000,
      rejectIfRedisNotReady: true,
      inMemoryBlockOnConsumed: limit + 1,
    });
    return {
      async ask(key) {
        try {
          await limiter.consume(key);
          return "allowed";
        } catch (reason) {
          if (reason instanceof RateLimiterRes) return "denied";
          throw reason;
        }
      },
      ready: () => client.ping(),
    };
  };
}

function connect(port: number, options: ClientOptions): Redis {
  return new Redis(port, "127.0.0.1", options);
}
