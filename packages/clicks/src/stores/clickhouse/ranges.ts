import { ClickError } from "../../click-error.ts";
import type { StoredPosition } from "../../click-store.ts";
import { batchKey, type LogRange } from "./batch-key.ts";
import type { Connection } from "./connection.ts";
import { readStatement } from "./statement.ts";

const beginRange = readStatement("begin-range");
const renewRange = readStatement("renew-range");
const selectPosition = readStatement("select-position");

/** How often what was said to be written is looked for before giving up. */
export const attempts = 3;

type PositionRow = {
  readonly position: number;
  /** Zeros where no range was begun. */
  readonly begun: number;
  readonly begunAt: number;
  /** 0 where it was begun so long ago that a removal or a rebuild may soon leave it out. */
  readonly isFresh: number;
};

/** A range that is recorded as begun: from now on the log is cut there, whoever stores it. */
export type BegunRange = LogRange & {
  /** Milliseconds since 1970, by ClickHouse's clock. */
  readonly begunAt: number;
};

export async function readPosition(connection: Connection, partition: string): Promise<StoredPosition> {
  const { position, begunAt, begun } = await readRow(connection, partition);
  return { at: position, begun: begunAt === 0 ? undefined : begun };
}

/**
 * Records that a range is about to be stored, unless one was begun at its place.
 *
 * @returns Undefined when it is stored already.
 * @throws {ClickError} `POSITION_MOVED` when the log is, or was begun to be, cut otherwise.
 */
export async function beginOnce(connection: Connection, range: LogRange): Promise<BegunRange | undefined> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    // Changes nothing where the log is cut otherwise.
    await connection.write(
      beginRange,
      { ...range, batch: batchKey(range).batch },
      // Of an attempt whose record is not there although it was taken: that of a server that was killed.
      { insert_deduplication_token: JSON.stringify(["begin", range.partition, range.from, attempt]) },
    );
    const { position, begun, begunAt, isFresh } = await readRow(connection, range.partition);
    if (position >= range.to) return undefined;
    if (position !== range.from) throw moved(`It stands at ${position}.`);
    if (begunAt !== 0 && begun !== range.to) throw moved(`A batch up to ${begun} was begun.`);
    if (begunAt !== 0 && isFresh !== 0) return { ...range, begunAt };
    // By what the next attempt finds: like beginning, it changes nothing while writers are held.
    if (begunAt !== 0) await connection.write(renewRange, { partition: range.partition, from: range.from });
  }
  throw new ClickError("STORE_UNAVAILABLE", "A batch cannot be begun; roll-ups are being made anew.");
}

const moved = (detail: string) => new ClickError("POSITION_MOVED", detail);

async function readRow(connection: Connection, partition: string): Promise<PositionRow> {
  const [row] = await connection.read<PositionRow>(selectPosition, { partition });
  return row ?? { position: 0, begun: 0, begunAt: 0, isFresh: 0 };
}
