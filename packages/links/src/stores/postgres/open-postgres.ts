import type { LeaseAllocator } from "@narrows/codes";
import type { Archive } from "../../archive.ts";
import type { KeyStore } from "../../key-store.ts";
import type { LinkStore } from "../../link-store.ts";
import type { LinkKey, LinkTarget } from "../../link.ts";
import type { ReportStore } from "../../safety/report-store.ts";
import type { SafetyStore } from "../../safety/safety-store.ts";
import { createAsk, createTell } from "./ask.ts";
import { ChangeQueue, type ChangeStats } from "./change-queue.ts";
import { ClickSpends, type ClickSpendStats } from "./click-spends.ts";
import { CreateQueue, type CreateStats } from "./create-queue.ts";
import { createDatabaseServer, type DatabaseServer, type ServerStats } from "./database-server.ts";
import { createInstallation, type Installation } from "./installation.ts";
import { createKnownChanges, type KnownChanges } from "./known-changes.ts";
import { createPostgresLeases } from "./lease-allocator.ts";
import { targetFromRow } from "./link-row.ts";
import { Lookups, type LookupStats } from "./lookups.ts";
import { migratePostgres, type PostgresMigrateOptions } from "./migrate-postgres.ts";
import type { Pool } from "./pool.ts";
import { createPostgresArchive } from "./postgres-archive.ts";
import { createPostgresKeys } from "./postgres-keys.ts";
import { createPostgresLinks } from "./postgres-links.ts";
import { createPostgresReports } from "./postgres-reports.ts";
import { createPostgresSafety } from "./postgres-safety.ts";
import { createReplicaLookups, type ReplicaAnswer, type ReplicaStats } from "./replica-lookups.ts";
import { readStatement } from "./sql.ts";

export type PostgresOptions = {
  /** `postgres://user:password@host:port/database`, of the primary; `?sslmode=verify-full` demands a checked TLS. */
  readonly url: string;
  /** A replica of it that streams: links are looked up there first, see `createReplicaLookups`. */
  readonly replicaUrl?: string | undefined;
  /** Until the server has answered the first question on a connection. Default: 2,000. */
  readonly connectMs?: number;
  /** What the server gives the lookups of a turn; their connection is destroyed half a second later. Default: 1,000. */
  readonly lookupMs?: number;
  /** What the server gives another read, creates or a change. Default: 2,000. */
  readonly statementMs?: number;
  /** What the server gives a list. Default: 5,000. */
  readonly listMs?: number;
  /** How long a change waits for another one's lock, before `STORE_LOCKED`. Default: 1,500. */
  readonly lockMs?: number;
  /** How long a question waits for a connection, before `STORE_OVERLOADED`. Default: 2,500. */
  readonly waitMs?: number;
  /** How long the replica's answer is waited for; then the primary is asked. Default: 50. */
  readonly replicaMs?: number;
  /** Lookups that may wait, and creates. Default: 8,192. */
  readonly queueLimit?: number;
  /** A clock that never goes back, in milliseconds. Default: `performance.now`. */
  readonly monotonicMs?: () => number;
  /** As of `migratePostgres`. */
  readonly judge?: PostgresMigrateOptions["judge"];
  /**
   * True: a connection for each thing that a node must do is taken first, or the opening fails. Default: false, they are
   * opened when they are needed.
   */
  readonly takesConnections?: boolean;
  /** Called when something is asked, with what its connections are for; what it gives is called at the answer. */
  readonly watchQuery?: (purpose: string) => () => void;
};

/** Plain numbers for metrics, counted since the start. */
export type PostgresStats = {
  readonly lookups: LookupStats;
  readonly creates: CreateStats;
  readonly changes: ChangeStats;
  readonly clicks: ClickSpendStats;
  readonly primary: ServerStats;
  readonly replica: (ServerStats & { readonly lookups: ReplicaStats }) | undefined;
};

/** One open database with everything the service keeps in it. */
export interface PostgresDatabase {
  readonly links: LinkStore;
  readonly keys: KeyStore;
  readonly archive: Archive;
  readonly safety: SafetyStore;
  readonly reports: ReportStore;
  /** For the processes that make snowflake codes. */
  readonly leases: LeaseAllocator;
  readonly installation: Installation;
  /**
   * Says that a link was changed by another process, as a message between processes tells: until this process has read
   * the log of changes again, a replica is not asked about the link.
   */
  changed(key: LinkKey): void;
  /** True when the replica's address leads to a server that is none, which is never asked. */
  isReplicaMistaken(): Promise<boolean>;
  stats(): PostgresStats;
  /** Answers what was accepted, refuses what comes, and ends the connections. */
  close(): Promise<void>;
}

const sizes = { lookups: 2, reads: 2, creates: 2, changes: 2, clicks: 1, lists: 1, pings: 1 } as const;

/** Connections of one process to the primary, at most; a bus by LISTEN and NOTIFY has its own. */
export const postgresConnections = Object.values(sizes).reduce((sum: number, size) => sum + size, 0);

/** Changes that may wait, of one link and of all. */
const changeLimits = { lineLimit: 256, queueLimit: 1_024 };

const defaultWaitMs = 2_500;

const lookupsPerQuery = 256;
const createsPerGroup = 256;
const linksPerSpend = 256;

/** A lookup, and a count of clicks, reads by primary key, whatever the planner knows of a table that was filled a moment ago. */
const lookupSettings = { enable_seqscan: "off", enable_hashjoin: "off", enable_mergejoin: "off" };

/** Without having read the log of changes for so long, a replica is not believed: the time that a change may take. */
const maxKnownAgeMs = 1_000;

/** A replica that is behind is asked again after so long. */
const replicaPauseMs = 1_000;

/**
 * Brings the schema up to date and makes the stores over it. Connections are opened when they are needed.
 *
 * @throws {DatabaseServerError} when the server cannot be used; see `migratePostgres`
 * @throws {StoreError}
 */
export async function openPostgres(options: PostgresOptions): Promise<PostgresDatabase> {
  const { connectMs = 2_000, url, judge } = options;
  await migratePostgres({ url, connectMs, judge });
  const { database, needed } = assemble(options);
  if (options.takesConnections === true) await takeConnections(database, needed);
  return database;
}

/**
 * A node that found out only afterwards that there is none left for creates would be ready and fail each of them. They are
 * taken one after the other, so that the first refusal is the last: of nodes that start together, fewer are in each other's way.
 */
async function takeConnections(database: PostgresDatabase, pools: readonly Pool[]): Promise<void> {
  try {
    for (const pool of pools) await pool.take();
  } catch (error) {
    await database.close();
    throw error;
  }
}

type Assembled = {
  readonly database: PostgresDatabase;
  /** For whatever a node must do; whether all is well is asked over one that nobody can take away when there are none left. */
  readonly needed: readonly Pool[];
};

function assemble(options: PostgresOptions): Assembled {
  const { queueLimit = 8_192, monotonicMs = () => performance.now() } = options;
  const server = createServer(options, options.url, false);
  const pools = createPools(server, options);
  const known = createKnownChanges(maxKnownAgeMs, monotonicMs);
  const lookupPool = createLookupPool(server, options);
  const lookups = createLookups<LinkTarget>({ server, pool: lookupPool, options }, "select-targets", (row) =>
    targetFromRow(row, 1),
  );
  const replica = openReplica(options, lookups, known, monotonicMs);
  const limits = { maxGroups: sizes.creates, groupLimit: createsPerGroup, queueLimit };
  const creates = new CreateQueue({ pool: pools.creates, ...limits });
  server.refuseWith(creates);
  const changeQueue = new ChangeQueue({ ...changeLimits, waitMs: options.waitMs ?? defaultWaitMs });
  server.refuseWith(changeQueue);
  const spends = createSpends(server, pools.clicks, queueLimit);
  const clicksLeft = createLookups(
    { server, pool: lookupPool, options },
    "select-clicks-left",
    (row) => row[1] === true,
  );
  const findTarget = replica === undefined ? (key: LinkKey) => lookups.find(key) : replica.find;
  const database: PostgresDatabase = {
    links: createPostgresLinks({ ...pools, findTarget, creates, changeQueue, known, spends, clicksLeft }),
    archive: createPostgresArchive(createAsk(pools.reads), pools.changes),
    keys: createPostgresKeys(createAsk(pools.reads), createTell(pools.changes)),
    safety: createPostgresSafety(createAsk(pools.reads), createTell(pools.changes), createAsk(pools.lists)),
    reports: createPostgresReports(createAsk(pools.reads), createTell(pools.changes)),
    leases: createPostgresLeases(createTell(pools.changes)),
    installation: createInstallation(createAsk(pools.reads), createTell(pools.changes)),
    changed: known.changed,
    isReplicaMistaken: async () => (await replica?.isMistaken()) ?? false,
    stats: () => ({
      lookups: lookups.stats(),
      creates: creates.stats(),
      changes: changeQueue.stats(),
      clicks: spends.stats(),
      primary: server.stats(),
      replica: replica?.stats(),
    }),
    async close() {
      await replica?.close();
      await Promise.all([lookups, clicksLeft, creates, changeQueue, spends].map((queue) => queue.drain()));
      await server.close();
    },
  };
  const { reads, creates: createPool, changes, pings } = pools;
  return { database, needed: [lookupPool, reads, createPool, changes, pings] };
}

function createPools(server: DatabaseServer, { statementMs = 2_000, listMs = 5_000 }: PostgresOptions) {
  return {
    reads: server.pool({ name: "reads", size: sizes.reads, statementMs }),
    creates: server.pool({ name: "creates", size: sizes.creates, statementMs }),
    changes: server.pool({ name: "changes", size: sizes.changes, statementMs }),
    clicks: server.pool({ name: "clicks", size: sizes.clicks, statementMs, settings: lookupSettings }),
    lists: server.pool({ name: "lists", size: sizes.lists, statementMs: listMs, prepare: false }),
    pings: server.pool({ name: "pings", size: sizes.pings, statementMs }),
  };
}

function openReplica(
  options: PostgresOptions,
  primary: Lookups<LinkTarget>,
  known: KnownChanges,
  monotonicMs: () => number,
) {
  if (options.replicaUrl === undefined) return undefined;
  const server = createServer(options, options.replicaUrl, true);
  const pool = createLookupPool(server, options);
  const replica = createLookups<ReplicaAnswer>({ server, pool, options }, "select-targets-on-replica", (row) => ({
    target: targetFromRow(row, 1),
    position: Number(row[9]),
  }));
  const deadlineMs = options.replicaMs ?? 50;
  const lookups = createReplicaLookups({
    primary,
    replica,
    known,
    deadlineMs,
    pauseMs: replicaPauseMs,
    monotonicMs,
  });
  return {
    find: lookups.find,
    stats: () => ({ ...server.stats(), lookups: lookups.stats() }),
    isMistaken: () => server.isOtherKind(),
    async close() {
      await replica.drain();
      await server.close();
    },
  };
}

function createServer(options: PostgresOptions, url: string, isReplica: boolean): DatabaseServer {
  const { connectMs = 2_000, lockMs = 1_500, waitMs = defaultWaitMs, watchQuery } = options;
  return createDatabaseServer({ url, isReplica, connectMs, lockMs, waitMs, watchQuery });
}

function createLookupPool(server: DatabaseServer, { lookupMs = 1_000 }: PostgresOptions): Pool {
  return server.pool({ name: "lookups", size: sizes.lookups, statementMs: lookupMs, settings: lookupSettings });
}

function createSpends(server: DatabaseServer, pool: Pool, queueLimit: number): ClickSpends {
  const spends = new ClickSpends({ pool, batchLimit: linksPerSpend, queueLimit });
  server.refuseWith(spends);
  return spends;
}

type LookupParts = { readonly server: DatabaseServer; readonly pool: Pool; readonly options: PostgresOptions };

function createLookups<Answer>(
  { server, pool, options: { queueLimit = 8_192 } }: LookupParts,
  statement: string,
  answerFromRow: (row: readonly unknown[]) => Answer,
): Lookups<Answer> {
  const limits = { maxQueries: sizes.lookups, batchLimit: lookupsPerQuery, queueLimit };
  const lookups = new Lookups<Answer>({ pool, statement: readStatement(statement), answerFromRow, ...limits });
  server.refuseWith(lookups);
  return lookups;
}
