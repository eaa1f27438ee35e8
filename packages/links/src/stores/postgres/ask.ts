import type { Rows } from "./connection.ts";
import type { Pool } from "./pool.ts";
import { changeErrorFrom, storeErrorFrom } from "./postgres-error.ts";
import { useToRead } from "./read-again.ts";
import type { Parameter, Statement } from "./sql.ts";

/** One statement, as a transaction of its own. */
export type Ask = (statement: Statement, parameters?: Readonly<Record<string, Parameter>>) => Promise<Rows>;

/** Asks and changes nothing. */
export function createAsk(pool: Pick<Pool, "use">): Ask {
  return async (statement, parameters) => {
    try {
      return await useToRead(pool, (connection) => connection.run(statement, parameters));
    } catch (error) {
      throw storeErrorFrom(error);
    }
  };
}

/** Changes something: without an answer its outcome is unknown. */
export function createTell(pool: Pick<Pool, "use">): Ask {
  return async (statement, parameters) =>
    pool.use(async (connection) => {
      try {
        return await connection.run(statement, parameters);
      } catch (error) {
        throw changeErrorFrom(error);
      }
    });
}
