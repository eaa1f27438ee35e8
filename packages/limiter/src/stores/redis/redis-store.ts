import { checkNames } from "../../check-names.ts";
import { LimiterError } from "../../errors.ts";
import { checkGuardOptions, guardOptionNames, type GuardOptions } from "../../failure/guard-options.ts";
import { guardStore } from "../../failure/guard-store.ts";
import type { OnFailure } from "../../failure/on-failure.ts";
import { shown } from "../../shown.ts";
import type { Store } from "../../store.ts";
import { acceptPolicy, nodesMissing } from "./accept-policy.ts";
import { connectRedis } from "./connect-redis.ts";
import { portOf, type RedisClient } from "./port-of.ts";
import { decideScript, type Script } from "./script.ts";

export type RedisStoreOptions = GuardOptions & {
  /** What all keys begin with: letters, digits and `._:-`. Default: `ratelimit`. */
  readonly prefix?: string;
} & FailureOptions;

type FailureOptions =
  | {
      /** When Redis cannot answer, this process counts, with its share of the limits. */
      readonly onFailure: "memory";
      /** How many processes share the limits: a number, or a function that is asked each time. */
      readonly nodes: number | (() => number);
    }
  | {
      /** What the limiter answers when Redis cannot: let pass, or refuse. `per-policy`: each policy says so itself. */
      readonly onFailure: Exclude<OnFailure, "memory"> | "per-policy";
      /** How many processes share the limits. A policy that says `memory` needs it. */
      readonly nodes?: number | (() => number);
    };

const answers: readonly unknown[] = ["open", "closed", "memory", "per-policy"];

/**
 * Keeps counters in Redis 6.2 or later, or Valkey: alone, behind Sentinel, or as a Cluster.
 *
 * What is asked in one turn of the event loop goes out as one script call, by the server's clock. Nothing is ever asked
 * twice. The client stays yours: connect it before, and close it after the limiter. Wait until it is ready: a decision waits
 * for a connection no longer than half of its deadline, and is `onFailure`'s then.
 *
 * @throws {LimiterError} `ON_FAILURE_MISSING`, `OPTION_UNKNOWN`, `STORE_OPTION_INVALID`
 *
 * @example
 * const redis = new Redis({ autoResendUnfulfilledCommands: false, lazyConnect: true }); // ioredis
 * await redis.connect(); // node-redis: const redis = await createClient().connect();
 * const limiter = createLimiter({ policy, store: redisStore(redis, { onFailure: "open" }) });
 */
export function redisStore(client: RedisClient, options: RedisStoreOptions): Store {
  return openStore(client, options, decideScript);
}

/** With a script of the caller's choice: tests put their own clock into it. */
export function openStore(client: RedisClient, options: RedisStoreOptions, script: Script): Store {
  const port = portOf(client);
  const { onFailure, prefix = "ratelimit", nodes, ...guard } = options ?? ({} as Partial<RedisStoreOptions>);
  if (onFailure === undefined || !answers.includes(onFailure)) {
    throw new LimiterError("ON_FAILURE_MISSING", `\`onFailure\` of the Redis store is ${shown(onFailure)}.`);
  }
  checkNames("redisStore", options, ["onFailure", "nodes", "prefix", ...guardOptionNames]);
  if (typeof prefix !== "string" || !/^[\w.:-]{1,128}$/.test(prefix)) {
    throw new LimiterError(
      "STORE_OPTION_INVALID",
      `\`prefix\` is ${shown(prefix)}, not 1 to 128 letters, digits and ._:-.`,
    );
  }
  if (onFailure === "memory" && nodes === undefined) throw nodesMissing("the store");
  const isSharded = port.isSharded === true;
  const traits = { kind: "redis", reach: "nodes", isSharded, onFailure, liveNodes: liveNodes(nodes) } as const;
  // The other half is for the answer; and a failure to connect is told as what it is.
  const connectMs = checkGuardOptions(guard).deadlineMs / 2;
  const store: Store = {
    ...connectRedis(traits, { port, script, prefix, connectMs }),
    accept: (policy) => acceptPolicy(policy, onFailure, nodes !== undefined),
  };
  return guardStore(store, guard);
}

function liveNodes(nodes: RedisStoreOptions["nodes"]): () => number {
  if (nodes === undefined) return () => 1;
  if (typeof nodes === "function") return nodes;
  if (Number.isInteger(nodes) && nodes >= 1) return () => nodes;
  throw new LimiterError("STORE_OPTION_INVALID", `\`nodes\` is ${shown(nodes)}, not a whole number of at least 1.`);
}
