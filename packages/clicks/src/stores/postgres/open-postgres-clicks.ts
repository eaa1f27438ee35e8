import type { ClickCounts, ClickStore } from "../../click-store.ts";
import { clickErrorFrom } from "../../postgres/click-error-from.ts";
import type { Connect } from "../../postgres/connect.ts";
import type { Connection } from "../../postgres/connection.ts";
import { migrateClicks } from "../../postgres/migrate.ts";
import { Pool } from "../../postgres/pool.ts";
import { createClickDays } from "./click-days.ts";
import { selectDeadLetters } from "./dead-letters.ts";
import { complete, letGo, readPartitions } from "./partitions.ts";
import { createReports } from "./reports.ts";
import { readStatement } from "./statement.ts";
import { storeWithDays } from "./store-with-days.ts";
import { forgetClicks, rebuildRollUps } from "./upkeep.ts";

export type PostgresClicksOptions = {
  readonly connect: Connect;
  /** For a batch, or a change of the schema. Default: 30,000. */
  readonly storeMs?: number;
  /** For a report. Default: 5,000. */
  readonly reportMs?: number;
  /** For forgetting and for counting anew. Default: 600,000. */
  readonly upkeepMs?: number;
  /** How long one of them waits for another one's lock. Default: 5,000. */
  readonly lockMs?: number;
};

/** Connections of one process, at most. */
export const postgresClicksConnections = 4;

const selectPosition = readStatement("select-position");

/**
 * Makes a store of clicks in the PostgreSQL schema `narrows_clicks`, which is brought up to date with the first question.
 * Connections are opened when they are needed; every call rejects with `STORE_UNAVAILABLE` while there is none.
 */
export function openPostgresClicks(options: PostgresClicksOptions): ClickStore & ClickCounts {
  const { connect, storeMs = 30_000, reportMs = 5_000, upkeepMs = 600_000, lockMs = 5_000 } = options;
  const stores = new Pool({ connect, size: 1, deadlineMs: storeMs, lockMs });
  const upkeep = new Pool({ connect, size: 1, deadlineMs: upkeepMs, lockMs });
  const reports = new Pool({ connect, size: 2, deadlineMs: reportMs, lockMs });
  const days = createClickDays();
  const isReady = once(() => migrateClicks({ connect, deadlineMs: storeMs }));

  const ask = async <Result>(
    pool: Pool,
    work: (connection: Connection) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> => {
    try {
      pool.requireOpen();
      await isReady();
      return await pool.use(work, signal);
    } catch (error) {
      throw clickErrorFrom(error, "STORE_UNAVAILABLE");
    }
  };
  return {
    position: (partition) =>
      ask(stores, async (connection) => {
        const [row] = await connection.run(selectPosition, { partition });
        return { at: Number(row?.[0] ?? 0), begun: undefined };
      }),
    store: (batch) => ask(stores, (connection) => storeWithDays(connection, batch, days)),
    complete: (partition, at) => ask(stores, (connection) => complete(connection, partition, at)),
    letGo: (partition) => ask(stores, (connection) => letGo(connection, partition)),
    partitions: () => ask(stores, readPartitions),
    forget: (before) => ask(upkeep, (connection) => forgetClicks(connection, before)),
    rebuild: (span) => ask(upkeep, (connection) => rebuildRollUps(connection, span)),
    deadLetters: (limit) => ask(reports, (connection) => selectDeadLetters(connection, limit)),
    ...createReports((work, signal) => ask(reports, work, signal)),
    async close() {
      await Promise.all([stores, upkeep, reports].map((pool) => pool.close()));
    },
  };
}

/** Does the work until it has succeeded, and then no more. */
function once(work: () => Promise<unknown>): () => Promise<void> {
  let done: Promise<unknown> | undefined;
  return async () => {
    done ??= work();
    try {
      await done;
    } catch (error) {
      done = undefined;
      throw error;
    }
  };
}
