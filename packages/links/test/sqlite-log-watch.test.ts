import { rmSync, truncateSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { indexPath, logPath, readDatabaseFiles } from "../src/stores/sqlite/database-files.ts";
import { createLogWatch, watchedWriter, type LogWatch } from "../src/stores/sqlite/log-watch.ts";
import type { BatchAnswer } from "../src/stores/sqlite/write-command.ts";
import { temporaryFolder, type TemporaryFolder } from "./temporary-folder.ts";

const answer: BatchAnswer = { results: [], refusals: [], commitMs: 0 };

let folder: TemporaryFolder;
let path: string;
let database: DatabaseSync;
let watch: LogWatch;

beforeEach(() => {
  folder = temporaryFolder();
  path = folder.file("links.db");
  database = new DatabaseSync(path);
  database.exec("PRAGMA journal_mode = WAL; CREATE TABLE rows (number INTEGER)");
  watch = createLogWatch(database, readDatabaseFiles(path));
});
afterEach(() => {
  watch.close();
  database.close();
  folder.remove();
});

/** Commits a row, and lets something happen to the files before. */
function commitAfter(damage: () => void): () => unknown {
  const run = (): BatchAnswer => {
    damage();
    database.exec("INSERT INTO rows VALUES (1)");
    return answer;
  };
  return () => watchedWriter({ run }, watch).run([]);
}

describe("a batch during which the files are taken away", () => {
  it.each([
    ["the log is removed", () => rmSync(logPath(path))],
    ["the log is emptied", () => truncateSync(logPath(path), 0)],
    ["the index is removed", () => rmSync(indexPath(path))],
  ])("has no known outcome, when %s", (_, damage) => {
    expect(commitAfter(damage)).toThrow(expect.objectContaining({ name: "StoreError", code: "STORE_OUTCOME_UNKNOWN" }));
  });

  it("is answered when nothing happens, and after a checkpoint", () => {
    expect(commitAfter(() => undefined)()).toBe(answer);
    expect(commitAfter(() => database.exec("PRAGMA wal_checkpoint(TRUNCATE)"))()).toBe(answer);
    expect(commitAfter(() => database.exec("PRAGMA wal_checkpoint(RESTART)"))()).toBe(answer);
    database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    expect(() => watch.requireSound()).not.toThrow();
  });
});
