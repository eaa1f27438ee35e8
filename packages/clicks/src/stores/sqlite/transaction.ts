import type { DatabaseSync } from "node:sqlite";

/** All or nothing, and alone among those who write. */
export function inTransaction<T>(database: DatabaseSync, work: () => T): T {
  return between(database, "BEGIN IMMEDIATE", work);
}

/** Everything that is read is of one instant; nobody waits for it. */
export function inSnapshot<T>(database: DatabaseSync, work: () => T): T {
  return between(database, "BEGIN", work);
}

function between<T>(database: DatabaseSync, begin: string, work: () => T): T {
  database.exec(begin);
  try {
    const result = work();
    database.exec("COMMIT");
    return result;
  } catch (error) {
    // A full disk has rolled it back already.
    if (database.isTransaction) database.exec("ROLLBACK");
    throw error;
  }
}
