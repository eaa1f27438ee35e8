import type { Connect } from "../../../postgres/connect.ts";
import type { Connection } from "../../../postgres/connection.ts";
import { migrateClicks } from "../../../postgres/migrate.ts";
import { Pool } from "../../../postgres/pool.ts";
import { readStatement } from "../../../postgres/statement.ts";
import { firstLiveDay } from "../daily-salts.ts";
import type { SaltStore } from "../salt-store.ts";

export type PostgresSaltOptions = {
  readonly connect: Connect;
  /** For one question, the opening of the connection included. Default: 3,000. */
  readonly deadlineMs?: number;
  /** For bringing the schema up to date, which the first question may have to. Default: 30,000. */
  readonly migrateMs?: number;
};

const insertSalt = readStatement(import.meta.url, "insert-salt");
const selectSalt = readStatement(import.meta.url, "select-salt");
const hasSalts = readStatement(import.meta.url, "has-salts");
const hasOldSalts = readStatement(import.meta.url, "has-old-salts");
const forgetSalts = readStatement(import.meta.url, "forget-salts");

/**
 * Shares salts by an unlogged table in the PostgreSQL schema `narrows_clicks`. A connection is opened for each question
 * and closed behind it, for there are a few in an hour.
 *
 * @returns A store whose calls reject with a `ClickError`, `STORE_NEWER`, when the schema was made by a newer release; else
 * with an `Error` of what PostgreSQL said, that it could not be reached or did not answer by the deadline, or that the
 * salt was removed while it was read.
 */
export function createPostgresSalts(options: PostgresSaltOptions): SaltStore {
  const { connect, migrateMs: deadlineMs = 30_000 } = options;
  let isMigrated = false;
  const ask = async <Result>(work: (connection: Connection) => Promise<Result>): Promise<Result> => {
    if (!isMigrated) await migrateClicks({ connect, deadlineMs });
    isMigrated = true;
    return onConnection(options, work);
  };
  return {
    obtain: (day, candidate) => ask((connection) => obtainSalt(connection, day, candidate)),
    removeBefore: (day) => ask((connection) => removeSalts(connection, day)),
  };
}

/**
 * Removes the salts of days that are over, for a service that makes none any more. Makes no schema where there is none.
 *
 * @param now Milliseconds since 1970.
 * @throws {Error} What PostgreSQL said, or that it did not answer in time.
 */
export function removeOldPostgresSalts(options: PostgresSaltOptions, now: number): Promise<void> {
  return onConnection(options, async (connection) => {
    const [there] = await connection.run(hasSalts);
    if (there?.[0] === true) await removeSalts(connection, firstLiveDay(now));
  });
}

async function obtainSalt(connection: Connection, day: number, candidate: Uint8Array): Promise<Uint8Array> {
  // One after the other: the second sees what another one has put there meanwhile.
  await connection.run(insertSalt, { day, salt: candidate });
  const [row] = await connection.run(selectSalt, { day });
  if (!(row?.[0] instanceof Uint8Array)) throw new Error(`The salt of day ${day} was removed while it was read.`);
  return Uint8Array.from(row[0]);
}

async function removeSalts(connection: Connection, before: number): Promise<void> {
  // Asked first, for forgetting locks the table.
  const [old] = await connection.run(hasOldSalts, { before });
  if (old?.[0] === true) await connection.run(forgetSalts, { before });
}

async function onConnection<Result>(
  { connect, deadlineMs = 3_000 }: PostgresSaltOptions,
  work: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  const pool = new Pool({ connect, size: 1, deadlineMs });
  try {
    return await pool.use(work);
  } finally {
    await pool.close();
  }
}
