import type { Connection } from "./connection.ts";
import { changeErrorFrom, storeErrorFrom } from "./postgres-error.ts";
import { statementOf } from "./sql.ts";

const begin = statementOf("BEGIN");
const commit = statementOf("COMMIT");
const rollback = statementOf("ROLLBACK");

/**
 * Runs the work in one transaction and commits it.
 *
 * @throws {StoreError} `STORE_OUTCOME_UNKNOWN` only when the commit was sent and not answered; else nothing was changed
 */
export async function inTransaction<Result>(connection: Connection, work: () => Promise<Result>): Promise<Result> {
  const result = await untilCommit(connection, work);
  try {
    await connection.run(commit);
    return result;
  } catch (error) {
    throw changeErrorFrom(error);
  }
}

async function untilCommit<Result>(connection: Connection, work: () => Promise<Result>): Promise<Result> {
  try {
    // Not waited for: it goes out together with the first statement of the work.
    const [, result] = await Promise.all([connection.run(begin), work()]);
    return result;
  } catch (error) {
    await connection.run(rollback).catch(() => connection.destroy("the transaction could not be rolled back"));
    throw storeErrorFrom(error);
  }
}
