import type { KeyStore } from "../../key-store.ts";
import type { LinkStore } from "../../link-store.ts";
import { StoreError } from "../../store-error.ts";
import { createAsk, createTell } from "./ask.ts";
import { Breaker, type BreakerStats } from "./breaker.ts";
import { connectionTarget, type TargetOptions } from "./connection-target.ts";
import { openConnection, type Connection } from "./connection.ts";
import { CreateQueue, type CreateStats } from "./create-queue.ts";
import { Lookups, type LookupStats } from "./lookups.ts";
import { migratePostgres } from "./migrate-postgres.ts";
import { Pool, type PoolStats } from "./pool.ts";
import { createPostgresKeys } from "./postgres-keys.ts";
import { createPostgresLinks } from "./postgres-links.ts";

export type PostgresOptions = {
  /** `postgres://user:password@host:port/database`, of the primary; `?sslmode=verify-full` demands a checked TLS. */
  readonly url: string;
  /** Until the server has answered the first question on a connection. Default: 2,000. */
  readonly connectMs?: number;
  /** What the server gives a lookup, a read or a change. A connection is destroyed half a second later. Default: 2,000. */
  readonly statementMs?: number;
  /** What the server gives a list. Default: 5,000. */
  readonly listMs?: number;
  /** How long a change waits for another one's lock, before `STORE_LOCKED`. Default: 1,500. */
  readonly lockMs?: number;
  /** How long a question waits for a connection, before `STORE_OVERLOADED`. Default: 2,000. */
  readonly waitMs?: number;
  /** Lookups that may wait, and creates. Default: 8,192. */
  readonly queueLimit?: number;
};

/** Plain numbers for metrics, counted since the start. */
export type PostgresStats = {
  readonly breaker: BreakerStats;
  readonly lookups: LookupStats;
  readonly creates: CreateStats;
  /** By what the connections are for. */
  readonly pools: Readonly<Record<PoolName, PoolStats>>;
};

type PoolName = "lookups" | "reads" | "creates" | "changes" | "lists";

/** One open database with everything the service keeps in it. */
export interface PostgresDatabase {
  readonly links: LinkStore;
  readonly keys: KeyStore;
  stats(): PostgresStats;
  /** Answers what was accepted, refuses what comes, and ends the connections. */
  close(): Promise<void>;
}

/** Connections for each purpose, at most, so that none of them has to wait for another: nine for a process. */
const poolSizes: Readonly<Record<PoolName, number>> = { lookups: 2, reads: 2, creates: 2, changes: 2, lists: 1 };

/** The server ends a statement by itself; a connection on which it does not is destroyed so much later. */
const graceMs = 500;

const lookupsPerQuery = 256;
const createsPerGroup = 256;

/** Reads, changes or lists that may wait. */
const jobQueueLimit = 1_024;

/** A lookup reads by primary key, whatever the planner knows of a table that was filled a moment ago. */
const lookupSettings = { enable_seqscan: "off", enable_hashjoin: "off", enable_mergejoin: "off" };

/**
 * Brings the schema up to date and makes the stores over it. Connections are opened when they are needed.
 *
 * @throws {DatabaseServerError} when the server cannot be used; see `migratePostgres`
 * @throws {StoreError}
 */
export async function openPostgres(options: PostgresOptions): Promise<PostgresDatabase> {
  const { connectMs = 2_000 } = options;
  await migratePostgres({ url: options.url, connectMs });
  return assemble(options);
}

function assemble(options: PostgresOptions): PostgresDatabase {
  const { queueLimit = 8_192 } = options;
  const targets = targetsOf(options);
  const breaker = new Breaker({
    probe: async () => (await openPrimary(targets.reads)).close(),
    minPauseMs: 100,
    maxPauseMs: 1_000,
    onOpen: (reason) => refuseAll(reason),
  });
  const pool = (name: PoolName): Pool =>
    new Pool(poolOptions(options, name, breaker, () => openPrimary(targets[name])));
  const pools = {
    lookups: pool("lookups"),
    reads: pool("reads"),
    creates: pool("creates"),
    changes: pool("changes"),
    lists: pool("lists"),
  };
  const lookups = new Lookups({
    pool: pools.lookups,
    maxQueries: poolSizes.lookups,
    batchLimit: lookupsPerQuery,
    queueLimit,
  });
  const creates = new CreateQueue({
    pool: pools.creates,
    maxGroups: poolSizes.creates,
    groupLimit: createsPerGroup,
    queueLimit,
  });
  const refuseAll = (reason: StoreError): void => {
    for (const waiting of [lookups, creates, ...Object.values(pools)]) waiting.refuseAll(reason);
  };
  return {
    links: createPostgresLinks({ ...pools, lookups, creates }),
    keys: createPostgresKeys(createAsk(pools.reads), createTell(pools.changes)),
    stats: () => ({
      breaker: breaker.stats(),
      lookups: lookups.stats(),
      creates: creates.stats(),
      pools: statsOf(pools),
    }),
    async close() {
      await Promise.all([lookups.drain(), creates.drain()]);
      await Promise.all(Object.values(pools).map((each) => each.close()));
      breaker.close();
    },
  };
}

function targetsOf(options: PostgresOptions) {
  const { connectMs = 2_000, statementMs = 2_000, listMs = 5_000, lockMs = 1_500, url } = options;
  const target = (changed: Partial<TargetOptions> = {}) =>
    connectionTarget(url, { connectMs, statementMs, lockMs, ...changed });
  return {
    lookups: target({ settings: lookupSettings }),
    reads: target(),
    creates: target(),
    changes: target(),
    lists: target({ statementMs: listMs, prepare: false }),
  };
}

function poolOptions(
  { statementMs = 2_000, listMs = 5_000, waitMs = 2_000 }: PostgresOptions,
  name: PoolName,
  breaker: Breaker,
  open: () => Promise<Connection>,
) {
  const size = poolSizes[name];
  const runMs = (name === "lists" ? listMs : statementMs) + graceMs;
  return { name, size, waitMs: Math.max(waitMs, runMs), runMs, queueLimit: jobQueueLimit, breaker, open };
}

/** After a failover the old address may be a replica's, which can change nothing and may be behind. */
async function openPrimary(target: ReturnType<typeof connectionTarget>): Promise<Connection> {
  const { connection, greeting } = await openConnection(target);
  if (!greeting.isReplica) return connection;
  connection.destroy("the server is a replica");
  throw new StoreError("STORE_UNAVAILABLE", "The server is a replica; its address must lead to the primary.");
}

function statsOf(pools: Readonly<Record<PoolName, Pool>>): Readonly<Record<PoolName, PoolStats>> {
  return {
    lookups: pools.lookups.stats(),
    reads: pools.reads.stats(),
    creates: pools.creates.stats(),
    changes: pools.changes.stats(),
    lists: pools.lists.stats(),
  };
}
