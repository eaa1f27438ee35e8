import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { monthNumber, monthText, parseMonth } from "../src/archive.ts";
import { openSqlite, type SqliteDatabase } from "../src/stores/sqlite/index.ts";
import { anyone, createCommand, sampleLink } from "../src/testing/index.ts";
import { temporaryFolder, type TemporaryFolder } from "./temporary-folder.ts";

const now = Date.UTC(2027, 2, 31, 23, 59);

let folder: TemporaryFolder;
let store: SqliteDatabase;
let database: DatabaseSync;

beforeEach(async () => {
  folder = temporaryFolder();
  store = await openSqlite({ path: folder.file("links.db") });
  database = new DatabaseSync(folder.file("links.db"));
});
afterEach(async () => {
  database.close();
  await store.close();
  folder.remove();
});

async function archived() {
  const link = sampleLink({ expiresAt: now - 1, tags: ["old"], note: "secret" });
  await store.links.create(createCommand(link));
  expect(await store.archive.archiveExpired({ after: 0, before: now, now, limit: 10 })).toMatchObject({ count: 1 });
  return link;
}

const kept = (): number => Number(database.prepare("SELECT count(*) AS n FROM link_archive_202703").get()?.["n"]);

describe("the archive in a file", () => {
  it("is a table for each month, with one row for each link of it", async () => {
    await archived();
    expect(kept()).toBe(1);
    expect(await store.archive.months()).toEqual(["2027-03"]);
  });

  it("has nothing left of a link that was brought back, or deleted", async () => {
    const [back, gone] = [await archived(), await archived()];
    expect(kept()).toBe(2);
    await store.links.edit({ key: back, guard: anyone, patch: { expiresAt: null }, now });
    await store.links.delete({ key: gone, guard: anyone, now });
    expect(kept()).toBe(0);
  });

  it("leaves of a link's row nothing that is in an index but its code", async () => {
    const { code } = await archived();
    const row = database.prepare("SELECT * FROM links WHERE code = ?").get(code);
    const empty = { destination: "", host: null, tags: null, note: null, settings_digest: null };
    expect(row).toMatchObject({ ...empty, deleted_at: now, updated_at: expect.any(Number), version: 1 });
    expect(database.prepare("SELECT count(*) AS n FROM link_tags").get()).toEqual({ n: 0 });
  });

  it("refuses the row of a link that has not expired", async () => {
    const link = sampleLink({ expiresAt: now + 1 });
    await store.links.create(createCommand(link));
    const sql = `UPDATE links SET destination = '', host = NULL, settings_digest = NULL, deleted_at = ${now}, archive_month = 202703`;
    expect(() => database.exec(sql)).toThrow("CHECK constraint failed");
  });

  it("undoes the whole batch where one row is refused", async () => {
    const link = sampleLink({ expiresAt: now - 1 });
    await store.links.create(createCommand(link));
    database.exec(
      "CREATE TRIGGER refuse BEFORE UPDATE ON links BEGIN SELECT raise(ABORT, 'CHECK constraint failed'); END",
    );
    await expect(store.archive.archiveExpired({ after: 0, before: now, now, limit: 10 })).rejects.toThrow(
      "CHECK constraint failed",
    );
    expect(await store.archive.months()).toEqual([]);
    expect(await store.links.find(link)).toEqual(link);
  });
});

describe("a month", () => {
  it("is told in UTC, and read as it is written", () => {
    expect(monthText(monthNumber(now))).toBe("2027-03");
    expect(parseMonth("2027-03")).toBe(202_703);
    expect(monthNumber(now + 60_000)).toBe(202_704);
  });

  it.each(["", "2027", "2027-13", "2027-00", "0027-01", "2027-1", "2027-03; DROP TABLE links"])("is not %j", (text) => {
    expect(() => parseMonth(text)).toThrow(RangeError);
  });
});
