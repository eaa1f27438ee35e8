import { setImmediate as nextTurn } from "node:timers/promises";
import type { Connection } from "./connection.ts";
import type { Pool } from "./pool.ts";
import { ConnectionEnded } from "./postgres-error.ts";

/**
 * As `Pool.use`, for work that changes nothing: when the server ended the connection before it answered, the work is done
 * once more with another. A connection that was idle may have been ended, and nothing tells before it is used.
 */
export async function useToRead<Result>(
  pool: Pick<Pool, "use">,
  work: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  try {
    return await pool.use(work);
  } catch (error) {
    if (!(error instanceof ConnectionEnded)) throw error;
    // The ends of others that were idle are read in this turn: none of them is taken.
    await nextTurn();
    return pool.use(work);
  }
}
