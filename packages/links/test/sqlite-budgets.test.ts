import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { openSqlite, openSqliteContents } from "../src/stores/sqlite/index.ts";
import { anyone, createCommand, noon, sampleLink } from "../src/testing/sample-link.ts";
import { useTemporarySqlite } from "./temporary-sqlite.ts";

describe("click budgets in SQLite", () => {
  const temporary = useTemporarySqlite();

  it("look switched off to an older release, which can neither switch them on nor make them permanent", async () => {
    const { database, path } = await temporary.open();
    const link = sampleLink({ maxClicks: 3 });
    await database.links.create(createCommand(link));
    const older = new DatabaseSync(path);
    temporary.after(() => older.close());
    const own = `WHERE code = '${link.code}'`;
    expect(older.prepare(`SELECT enabled FROM links ${own}`).get()).toEqual({ enabled: 0 });
    // As its statements write, which do not know of the new columns.
    const change = (enabled: number, status: number) =>
      older.exec(`UPDATE links SET enabled = ${enabled}, redirect_status = ${status}, version = 2 ${own}`);
    expect(() => change(1, 302)).toThrow("CHECK");
    expect(() => change(0, 301)).toThrow("CHECK");
    expect(database.links.findTarget(link)).toMatchObject({ enabled: true, maxClicks: 3 });
    change(0, 302);
    expect(database.links.findTarget(link)).toMatchObject({ enabled: false, maxClicks: 3, version: 2 });
    await database.links.edit({ key: link, guard: anyone, patch: { enabled: true }, now: noon });
    expect(database.links.findTarget(link)).toMatchObject({ enabled: true, maxClicks: 3, version: 3 });
  });

  it("are in a backup and in what is copied, with what was counted", async () => {
    const { database, path, folder } = await temporary.open();
    const link = sampleLink({ maxClicks: 3 });
    await database.links.create(createCommand(link));
    await database.links.spendClick({ key: link, version: 1 });
    const contents = await openSqliteContents(path);
    expect([...contents.links(10)].flat()).toEqual([{ ...link, clicksUsed: 1 }]);
    contents.close();
    const backup = folder.file("backup.db");
    await database.backup(backup);
    const restored = await openSqlite({ path: backup });
    temporary.after(() => restored.close());
    expect(await restored.links.find(link)).toEqual({ ...link, clicksUsed: 1 });
  });
});
