import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { openPostgres } from "@narrows/links/postgres";
import { openSqlite } from "@narrows/links/sqlite";
import postgres from "postgres";

/** A database of leases, beside the processes that take them. */
export type LeaseDatabase = {
  /** The path of its file, or its URL. */
  readonly place: string;
  /** Leaves so many slots; the others have handed out their last epoch. */
  keepSlots(count: number): Promise<void>;
  /** How many leases of this holder are not over. */
  countHeld(holder: string): Promise<number>;
};

export function sqliteLeases(folder: string): LeaseDatabase {
  const place = join(folder, "narrows.db");
  return {
    place,
    async keepSlots(count) {
      await (await openSqlite({ path: place })).close();
      using connection = new DatabaseSync(place);
      connection.prepare("UPDATE code_leases SET next_epoch = 8192 WHERE slot >= ?").run(count);
    },
    async countHeld(holder) {
      using connection = new DatabaseSync(place, { readOnly: true });
      const found = connection
        .prepare("SELECT count(*) AS held FROM code_leases WHERE holder = ? AND ends_at > unixepoch('subsec') * 1000")
        .get(holder);
      return Number(found?.["held"]);
    },
  };
}

export function postgresLeases(url: string): LeaseDatabase {
  const ask = async (question: (sql: postgres.Sql) => Promise<readonly postgres.Row[]>) => {
    const sql = postgres(url, { max: 1, fetch_types: false });
    try {
      return await question(sql);
    } finally {
      await sql.end();
    }
  };
  return {
    place: url,
    async keepSlots(count) {
      await (await openPostgres({ url })).close();
      await ask((sql) => sql`UPDATE code_leases SET next_epoch = 8192 WHERE slot >= ${count}`);
    },
    async countHeld(holder) {
      const [found] = await ask(
        (sql) => sql`SELECT count(*) AS held FROM code_leases WHERE holder = ${holder} AND ends_at > clock_timestamp()`,
      );
      return Number(found?.["held"]);
    },
  };
}
