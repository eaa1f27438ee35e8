import { statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { openSqlite, type SqliteDatabase } from "../src/stores/sqlite/index.ts";
import { createCommand, sampleLink } from "../src/testing/index.ts";
import { useTemporarySqlite } from "./temporary-sqlite.ts";

const { open, after } = useTemporarySqlite();

const create = (database: SqliteDatabase, link = sampleLink()) => database.links.create(createCommand(link));

describe("closing", () => {
  it("answers every change that was accepted", async () => {
    const { database, path } = await open({ batchLimit: 10 });
    const links = Array.from({ length: 35 }, () => sampleLink());
    const outcomes = links.map((link) => create(database, link));
    await database.close();
    expect(await Promise.all(outcomes)).toEqual(links.map(() => ({ kind: "created" })));
    const again = await openSqlite({ path });
    after(() => again.close());
    for (const link of links) expect(await again.links.find(link)).toEqual(link);
  });

  it("refuses what is asked for while it still answers", async () => {
    const { database } = await open();
    const accepted = create(database);
    const closing = database.close();
    await expect(create(database)).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
    expect(await accepted).toEqual({ kind: "created" });
    await closing;
  });

  it("leaves one file without a log", async () => {
    const { database, path, folder } = await open();
    await create(database);
    await database.close();
    expect(folder.names()).toEqual(["links.db"]);
    const alone = new DatabaseSync(path, { readOnly: true });
    expect(alone.prepare("SELECT count(*) AS links FROM links").get()).toMatchObject({ links: 1 });
    alone.close();
  });

  it("empties the log also where another process has the database open", async () => {
    const { database, path } = await open();
    const other = new DatabaseSync(path);
    after(() => other.close());
    other.prepare("SELECT count(*) FROM links").get();
    await create(database);
    expect(statSync(`${path}-wal`).size).toBeGreaterThan(0);
    await database.close();
    expect(statSync(`${path}-wal`).size).toBe(0);
  });

  it("refuses everything afterwards, and may be called again", async () => {
    const { database } = await open();
    await database.close();
    await database.close();
    const query = { ownerId: undefined, domain: undefined, tag: undefined, codePrefix: undefined, host: undefined };
    for (const attempt of [
      () => create(database),
      () => database.links.find(sampleLink()),
      () => database.links.list({ ...query, limit: 1, after: undefined }),
      () => database.links.nextNumber(),
      () => database.links.ping(),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
    }
  });
});
