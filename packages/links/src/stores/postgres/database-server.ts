import { StoreError } from "../../store-error.ts";
import { Breaker, type BreakerStats } from "./breaker.ts";
import { connectionTarget, type ConnectionTarget, type TargetOptions } from "./connection-target.ts";
import { openConnection, type Connection } from "./connection.ts";
import { isOutOfSlots, Pool, type PoolStats } from "./pool.ts";

export type ServerOptions = {
  readonly url: string;
  readonly isReplica: boolean;
  /** Until the server has answered the first question on a connection. */
  readonly connectMs: number;
  readonly lockMs: number;
  /** How long a question waits for a connection. */
  readonly waitMs: number;
  /** Called with a purpose, `replica …` for one of a replica, when something is asked; its result at the answer. */
  readonly watchQuery?: ((purpose: string) => () => void) | undefined;
};

export type PurposeOptions = Pick<TargetOptions, "statementMs" | "prepare" | "settings"> & {
  /** What the connections are for. */
  readonly name: string;
  /** Connections, at most. */
  readonly size: number;
};

export type ServerStats = {
  readonly breaker: BreakerStats;
  /** By what their connections are for. */
  readonly pools: Readonly<Record<string, PoolStats>>;
};

/** Whatever keeps questions waiting. */
type Waiting = { refuseAll(reason: StoreError): void };

/** One server: connections for each purpose, so that none of them has to wait for another, and one breaker for all. */
export interface DatabaseServer {
  pool(purpose: PurposeOptions): Pool;
  /** These are refused, too, when the server is given up. */
  refuseWith(waiting: Waiting): void;
  stats(): ServerStats;
  /** True when the server is the other kind than it should be; false also when it does not answer. */
  isOtherKind(): Promise<boolean>;
  close(): Promise<void>;
}

/** The server ends a statement by itself; a connection on which it does not is destroyed so much later. */
const graceMs = 500;

/** Until a server that is suspected of being away is given up: callers wait for it meanwhile. */
const verifyMs = 500;

/** Reads, changes or lists that may wait. */
const queueLimit = 1_024;

export function createDatabaseServer(options: ServerOptions): DatabaseServer {
  const { url, connectMs, lockMs, waitMs, watchQuery } = options;
  const pools = new Map<string, Pool>();
  const waiting = new Set<Waiting>();
  // Over the connections that there are as well as over a new one: either may be had without the other.
  const prove = async (deadlineMs: number) => {
    const open = [...pools.values()].map((pool) => pool.prove(deadlineMs));
    await Promise.any([proveAnew(options, deadlineMs), ...open]);
  };
  const breaker = new Breaker({
    probe: () => prove(connectMs),
    verify: () => prove(Math.min(connectMs, verifyMs)),
    minPauseMs: 100,
    maxPauseMs: 1_000,
    onOpen(reason) {
      for (const each of [...waiting, ...pools.values()]) each.refuseAll(reason);
    },
    // Else the others would go on refusing for the rest of their pause, after the first has shown that all is well.
    onAnswer() {
      for (const pool of pools.values()) pool.resume();
    },
  });
  return {
    pool({ name, size, ...changed }) {
      const target = connectionTarget(url, { connectMs, lockMs, ...changed });
      const runMs = changed.statementMs + graceMs;
      const open = () => openChecked(options, target);
      const purpose = options.isReplica ? `replica ${name}` : name;
      const watchJob = watchQuery && (() => watchQuery(purpose));
      const pool = new Pool({ name, size, runMs, waitMs, queueLimit, breaker, open, watchJob });
      pools.set(name, pool);
      return pool;
    },
    refuseWith(each) {
      waiting.add(each);
    },
    stats: () => ({
      breaker: breaker.stats(),
      pools: Object.fromEntries([...pools].map(([name, pool]) => [name, pool.stats()])),
    }),
    isOtherKind: () => isOtherKind(options),
    async close() {
      await Promise.all([...pools.values()].map((pool) => pool.close()));
      breaker.close();
    },
  };
}

/** A server without a connection to spare is there all the same. */
async function proveAnew(options: ServerOptions, deadlineMs: number): Promise<void> {
  try {
    await (await openChecked(options, briefTarget(options, deadlineMs))).close();
  } catch (error) {
    if (!isOutOfSlots(error)) throw error;
  }
}

async function isOtherKind(options: ServerOptions): Promise<boolean> {
  try {
    const { connection, greeting } = await openConnection(briefTarget(options, options.connectMs));
    await connection.close();
    return greeting.isReplica !== options.isReplica;
  } catch {
    return false;
  }
}

/** For one question. */
function briefTarget({ url, lockMs }: ServerOptions, deadlineMs: number): ConnectionTarget {
  return connectionTarget(url, { connectMs: deadlineMs, statementMs: deadlineMs, lockMs });
}

/**
 * After a failover an address may lead to the other kind of server: a replica can change nothing and may be behind, and a
 * primary that others follow no more has changes of its own.
 */
async function openChecked({ isReplica }: ServerOptions, target: ConnectionTarget): Promise<Connection> {
  const { connection, greeting } = await openConnection(target);
  if (greeting.isReplica === isReplica) return connection;
  connection.destroy("the server is of the other kind");
  const [is, must] = isReplica ? ["primary", "replica"] : ["replica", "primary"];
  throw new StoreError("STORE_UNAVAILABLE", `The server is a ${is}; its address must lead to a ${must}.`);
}
