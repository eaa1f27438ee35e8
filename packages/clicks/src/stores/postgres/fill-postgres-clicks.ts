import type { ClickContents, KeptBucket, KeptPosition } from "../../click-contents.ts";
import type { Click } from "../../click.ts";
import { clickErrorFrom } from "../../postgres/click-error-from.ts";
import type { Connect } from "../../postgres/connect.ts";
import type { Connection } from "../../postgres/connection.ts";
import { migrateClicks } from "../../postgres/migrate.ts";
import { Pool } from "../../postgres/pool.ts";
import { arrayText } from "../../postgres/statement.ts";
import { bucketColumns, keyColumns } from "./bucket-row.ts";
import { createClickDays } from "./click-days.ts";
import { insertDeadLetters } from "./dead-letters.ts";
import { hasCountedMore } from "./has-counted-more.ts";
import { readStatement } from "./statement.ts";
import { totalColumns } from "./total-columns.ts";

export type FillOptions = {
  readonly connect: Connect;
  readonly contents: ClickContents;
  /** Ends it between two batches; nothing is changed then. */
  readonly signal: AbortSignal;
};

/** How much of something there is. */
export type FilledCounts = {
  /** Clicks of humans since ever. */
  readonly humans: number;
  readonly rollUps: number;
  readonly singleClicks: number;
};

/** What was given, and what is there now. */
export type Filled = { readonly source: FilledCounts; readonly target: FilledCounts };

/** For all of it; as much as anybody will wait. */
const fillMs = 86_400_000;
const statementMs = 600_000;
const lockMs = 30_000;

const rowsAtOnce = 2_000;

const lockBuckets = readStatement("lock-buckets");
const emptyStore = readStatement("empty-store");
const upsertBuckets = readStatement("upsert-buckets");
const addToTotals = readStatement("add-totals");
const insertClicks = readStatement("insert-clicks");
const insertPositions = readStatement("insert-positions");
const forgetRaw = readStatement("forget-raw");
const countAll = readStatement("count-all");

/**
 * Puts all that another store holds in the place of what PostgreSQL holds, with the positions in the log, in one transaction:
 * whoever counts from there on counts each click once. May be done again; all is written each time.
 *
 * @returns Undefined where PostgreSQL has counted what the other store has not, or has what a copy brought of another one: nothing
 * is changed then.
 * @throws {ClickError} `STORE_UNAVAILABLE`, `STORE_NEWER`
 */
export async function fillPostgresClicks({ connect, contents, signal }: FillOptions): Promise<Filled | undefined> {
  const pool = new Pool({ connect, size: 1, deadlineMs: fillMs, statementMs, lockMs });
  try {
    await migrateClicks({ connect });
    return await pool.use((connection) =>
      connection.transaction(async () => {
        await connection.run(lockBuckets);
        if (await hasCountedMore(connection, contents)) return undefined;
        await connection.run(emptyStore);
        const source = await fill(connection, contents, signal);
        const [row = []] = await connection.run(countAll);
        const [humans, rollUps, singleClicks] = row.map(Number) as [number, number, number];
        return { source, target: { humans, rollUps, singleClicks } };
      }),
    );
  } catch (error) {
    signal.throwIfAborted();
    throw clickErrorFrom(error, "STORE_UNAVAILABLE");
  } finally {
    await pool.close();
  }
}

async function fill(connection: Connection, contents: ClickContents, signal: AbortSignal): Promise<FilledCounts> {
  const days = createClickDays();
  let humans = 0;
  let rollUps = 0;
  let singleClicks = 0;
  for (const totals of contents.totals(rowsAtOnce)) {
    signal.throwIfAborted();
    humans += totals.reduce((sum, { clicks }) => sum + clicks, 0);
    await connection.run(addToTotals, totalColumns(totals));
  }
  for (const buckets of contents.buckets(rowsAtOnce)) {
    signal.throwIfAborted();
    rollUps += buckets.length;
    await insertBuckets(connection, buckets);
  }
  for (const clicks of contents.clicks(rowsAtOnce)) {
    signal.throwIfAborted();
    singleClicks += clicks.length;
    await days.ensure(connection, clicks);
    await connection.run(insertClicks, { clicks: JSON.stringify(clicks satisfies readonly Click[]) });
  }
  await insertDeadLetters(connection, contents.deadLetters());
  await connection.run(insertPositions, positionColumns(contents.positions()));
  await connection.run(forgetRaw, { before: contents.rawBefore() });
  return { humans, rollUps, singleClicks };
}

function insertBuckets(connection: Connection, buckets: readonly KeptBucket[]) {
  return connection.run(upsertBuckets, {
    ...keyColumns(buckets),
    ...bucketColumns(buckets.map(({ bucket }) => bucket)),
  });
}

function positionColumns(positions: readonly KeptPosition[]) {
  return {
    partition: arrayText(positions.map(({ partition }) => partition)),
    at: arrayText(positions.map(({ at }) => at)),
    completeAt: arrayText(positions.map(({ completeAt }) => completeAt ?? null)),
    seenAt: arrayText(positions.map(({ seenAt }) => seenAt ?? null)),
    goneAt: arrayText(positions.map(({ goneAt }) => goneAt ?? null)),
  };
}
