import { afterEach } from "vitest";
import { openSqlite, type SqliteDatabase, type SqliteOptions } from "../src/stores/sqlite/index.ts";
import { patient } from "./patient.ts";
import { temporaryFolder, type TemporaryFolder } from "./temporary-folder.ts";

export type OpenedSqlite = {
  readonly database: SqliteDatabase;
  readonly path: string;
  readonly folder: TemporaryFolder;
};

export type TemporarySqlite = {
  /** Opens a database in a folder of its own. */
  readonly open: (options?: Partial<SqliteOptions>) => Promise<OpenedSqlite>;
  /** Runs after the test, the last one first. */
  readonly after: (close: () => void | Promise<void>) => void;
};

/** Opens databases for the tests of one file, and closes and removes them after each test. */
export function useTemporarySqlite(): TemporarySqlite {
  const toClose: (() => void | Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of toClose.splice(0).toReversed()) await close();
  });
  return {
    async open(options = {}) {
      const folder = temporaryFolder();
      toClose.push(folder.remove);
      const path = folder.file("links.db");
      const database = await openSqlite({ path, ...patient, ...options });
      toClose.push(() => database.close());
      return { database, path, folder };
    },
    after: (close) => void toClose.push(close),
  };
}
