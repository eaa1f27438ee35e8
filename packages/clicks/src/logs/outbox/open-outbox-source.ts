import { ClickError } from "../../click-error.ts";
import type { ClickSource, LogBatch, LogRead } from "../../click-log.ts";
import { joinReads } from "../../join-reads.ts";
import { clickErrorFrom } from "../../postgres/click-error-from.ts";
import type { Connect } from "../../postgres/connect.ts";
import type { Connection, Row } from "../../postgres/connection.ts";
import { migrateClicks } from "../../postgres/migrate.ts";
import { Pool } from "../../postgres/pool.ts";
import { readStatement } from "../../postgres/statement.ts";
import { recordsOf } from "./outbox-row.ts";
import { outboxSettings, readBacklog } from "./outbox-table.ts";
import { waitFor } from "./wait-for.ts";

export type OutboxSourceOptions = {
  readonly connect: Connect;
  /** For each call. Default: 10,000. */
  readonly deadlineMs?: number;
  /** How often the outbox is looked at while it is empty, at most. Default: 100. */
  readonly pollMs?: number;
  /** After so long another partition takes the new rows, and the one before is emptied. Default: 60,000. */
  readonly turnMs?: number;
  readonly nowMs: () => number;
};

/** The outbox is read as a whole: positions count its records, in the order in which they were given their places. */
const partition = "outbox";

/** Rows that are given places at once. */
const mostRows = 1_000;

const placeRows = readStatement(import.meta.url, "place");
const readRows = readStatement(import.meta.url, "read");
const selectState = readStatement(import.meta.url, "state");
const raisePosition = readStatement(import.meta.url, "raise");
const releaseRows = readStatement(import.meta.url, "release");
const turnPartitions = readStatement(import.meta.url, "turn");

/**
 * Opens the reading end. Any number of processes may read: rows get their places under a lock and keep them, so all read
 * the same. Connects with the first call.
 */
export function openOutboxSource(options: OutboxSourceOptions): ClickSource {
  const { connect, deadlineMs = 10_000, pollMs = 100, turnMs = 60_000, nowMs } = options;
  const pool = new Pool({ connect, size: 1, deadlineMs, settings: outboxSettings });
  const isTurnDue = everySecond(nowMs);
  let isMigrated = false;
  const ask = async <Result>(work: (connection: Connection) => Promise<Result>): Promise<Result> => {
    try {
      if (!isMigrated) await migrateClicks({ connect, deadlineMs });
      isMigrated = true;
      return await pool.use(work);
    } catch (error) {
      throw clickErrorFrom(error, "LOG_UNAVAILABLE");
    }
  };
  return {
    partitions: async () => [partition],
    read: async (read) => {
      if (read.partition !== partition) return undefined;
      return joinReads(read, (piece) => ask((connection) => readOn(connection, piece)));
    },
    async release(_partition, position) {
      await ask((connection) => connection.run(releaseRows, { position }));
      if (isTurnDue()) await ask((connection) => connection.run(turnPartitions, { now: nowMs(), turnMs }));
    },
    backlog: () => ask(readBacklog),
    wait: (ms, signal) => waitFor(Math.min(ms, pollMs), signal),
    close: () => pool.close(),
  };
}

async function readOn(connection: Connection, read: LogRead): Promise<LogBatch | undefined> {
  const { after, maxRecords, upTo, acrossGap = false } = read;
  const end = upTo ?? after + maxRecords;
  const look = () => connection.run(readRows, { after, upTo: end });
  // In this order: what had a place by then must be among the rows.
  const [[state], found] = await Promise.all([connection.run(selectState), look()]);
  let rows = found;
  // Only what is needed: there may be a row in every one of these.
  if (upTo === undefined && Number(rows.at(-1)?.[0] ?? 0) < end) {
    const [placed] = await connection.run(placeRows, { most: mostRows });
    if (Number(placed?.[0]) > 0) rows = await look();
  }
  if (rows.length > 0) return cut(rows, read);
  const last = Number(state?.[0]);
  if (last === after) return undefined;
  if (!acrossGap) throw gap(after);
  // An outbox that never came so far is another one, as after a restore: its next records get places behind.
  await connection.run(raisePosition, { position: after });
  return last > after ? { partition, from: after, to: last, records: [] } : undefined;
}

/** @throws {ClickError} `LOG_GAP` where records are missing that should be among these */
function cut(rows: readonly Row[], { after, maxRecords, upTo, acrossGap = false }: LogRead): LogBatch {
  const records: string[] = [];
  let at = after;
  for (const [endsAtValue, countValue, body] of rows) {
    const [endsAt, count] = [Number(endsAtValue), Number(countValue)];
    const beginsAt = endsAt - count;
    if (beginsAt > at && !acrossGap) throw gap(at);
    at = Math.max(at, beginsAt);
    const end = Math.min(endsAt, upTo ?? at + maxRecords - records.length);
    for (const record of recordsOf(String(body), count).slice(at - beginsAt, end - beginsAt)) records.push(record);
    at = Math.max(at, end);
  }
  if (upTo !== undefined && at < upTo) throw gap(at);
  return { partition, from: after, to: at, records };
}

function gap(position: number): ClickError {
  return new ClickError("LOG_GAP", `The outbox holds no record after position ${position}.`);
}

/** True at most once in a second. Either way: a clock may have been put back. */
function everySecond(nowMs: () => number): () => boolean {
  let lastAt = Number.NEGATIVE_INFINITY;
  return () => {
    const isDue = Math.abs(nowMs() - lastAt) >= 1_000;
    if (isDue) lastAt = nowMs();
    return isDue;
  };
}
