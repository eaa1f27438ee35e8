import { setImmediate as nextTurn } from "node:timers/promises";
import type { Connection } from "./connection.ts";
import type { Pool } from "./pool.ts";
import { ConnectionEnded } from "./postgres-error.ts";

/** As many as the connections of a pool: each of them may have been idle for too long. */
const maxRepetitions = 2;

/**
 * As `Pool.use`, for work that changes nothing: when the server ended the connection before it answered, the work is done
 * again with another. A connection that was idle may have been ended, or forgotten by what is in between, which answers
 * with a reset; nothing tells before it is used.
 */
export async function useToRead<Result>(
  pool: Pick<Pool, "use">,
  work: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  for (let repetitions = 0; ; repetitions += 1) {
    try {
      return await pool.use(work);
    } catch (error) {
      if (!(error instanceof ConnectionEnded) || repetitions === maxRepetitions) throw error;
    }
    // The ends of others that were idle are read in this turn: none of them is taken.
    await nextTurn();
  }
}
