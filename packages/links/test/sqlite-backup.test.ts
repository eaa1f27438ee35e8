import {
  chmodSync,
  copyFileSync,
  existsSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Link } from "../src/index.ts";
import { openSqlite, restoreSqlite, type SqliteDatabase } from "../src/stores/sqlite/index.ts";
import { createCommand, sampleLink } from "../src/testing/index.ts";
import { patient } from "./patient.ts";
import { ready, spawnRival, type Rival } from "./rival.ts";
import { temporaryFolder, type TemporaryFolder } from "./temporary-folder.ts";

let folder: TemporaryFolder;
let path: string;
const open: SqliteDatabase[] = [];
const rivals: Rival[] = [];

beforeEach(() => {
  folder = temporaryFolder();
  path = folder.file("links.db");
});
afterEach(async () => {
  for (const database of open.splice(0)) await database.close();
  for (const rival of rivals.splice(0)) {
    rival.child.kill("SIGKILL");
    await rival.exited;
  }
  folder.remove();
});

function start(task: string): Promise<Rival> {
  const rival = spawnRival(task, path);
  rivals.push(rival);
  return ready(rival);
}

async function openAt(file = path): Promise<SqliteDatabase> {
  const database = await openSqlite({ path: file, ...patient });
  open.push(database);
  return database;
}

async function create(database: SqliteDatabase, count = 1): Promise<readonly Link[]> {
  const links = Array.from({ length: count }, () => sampleLink());
  await Promise.all(links.map((link) => database.links.create(createCommand(link))));
  return links;
}

/** A closed database with some links in it, and a backup of it. */
async function backedUp(): Promise<{ readonly links: readonly Link[]; readonly backup: string }> {
  const backup = folder.file("backup.db");
  const database = await openAt();
  const links = await create(database, 20);
  await database.backup(backup);
  await database.close();
  return { links, backup };
}

describe("permissions", () => {
  it("let nobody but the owner read a backup, nor a restored database with its log and its index", async () => {
    const { backup } = await backedUp();
    // A backup that came from elsewhere may be open to everybody.
    chmodSync(backup, 0o644);
    const copy = folder.file("copy.db");
    const database = await openAt();
    await database.backup(copy);
    await database.close();
    await restoreSqlite(backup, path);
    await openAt();
    const modes = [copy, path, `${path}-wal`, `${path}-shm`].map((file) => (statSync(file).mode & 0o777).toString(8));
    expect(modes).toEqual(["600", "600", "600", "600"]);
  });
});

describe("backup", () => {
  it("holds every link that was acknowledged before it began, while more are created all the time", async () => {
    const database = await openAt();
    const before = await create(database, 2_000);
    let isRunning = true;
    let created = 0;
    const load = (async () => {
      while (isRunning) created += (await create(database, 50)).length;
    })();
    await database.backup(folder.file("backup.db"));
    isRunning = false;
    await load;
    expect(created).toBeGreaterThan(0);

    const copy = await openAt(folder.file("backup.db"));
    for (const link of before) expect(await copy.links.find(link)).toEqual(link);
  });

  it("is one complete file, without a log and without leftovers", async () => {
    const { backup } = await backedUp();
    const copy = new DatabaseSync(backup, { readOnly: true });
    expect(copy.prepare("PRAGMA journal_mode").get()).toEqual({ journal_mode: "delete" });
    copy.close();
    expect(folder.names()).toEqual(["backup.db", "links.db"]);
  });

  it("never overwrites a file, not even the database itself", async () => {
    const database = await openAt();
    const [link] = await create(database);
    writeFileSync(folder.file("precious.txt"), "precious");
    for (const name of ["precious.txt", "links.db"]) {
      await expect(database.backup(folder.file(name))).rejects.toMatchObject({ code: "FILE_EXISTS" });
    }
    expect(readFileSync(folder.file("precious.txt"), "utf8")).toBe("precious");
    expect(await database.links.find(link ?? sampleLink())).toEqual(link);
  });

  it("does not overwrite a file that appears while it runs either", async () => {
    const database = await openAt();
    const running = database.backup(folder.file("backup.db"));
    writeFileSync(folder.file("backup.db"), "precious");
    await expect(running).rejects.toMatchObject({ code: "FILE_EXISTS" });
    expect(readFileSync(folder.file("backup.db"), "utf8")).toBe("precious");
  });

  it("leaves nothing behind when it fails or is given up", async () => {
    const database = await openAt();
    await create(database);
    const names = folder.names();
    const nowhere = database.backup(folder.file("no/folder/backup.db"));
    await expect(nowhere).rejects.toMatchObject({ name: "DatabaseError", code: "FILE_UNREADABLE" });
    await expect(nowhere).rejects.toThrow("no/folder/backup.db");
    const backup = database.backup(folder.file("backup.db"), AbortSignal.abort());
    await expect(backup).rejects.toMatchObject({ name: "AbortError" });
    const controller = new AbortController();
    const running = database.backup(folder.file("backup.db"), controller.signal);
    controller.abort();
    await expect(running).rejects.toMatchObject({ name: "AbortError" });
    expect(folder.names()).toEqual(names);
  });
});

describe("restore", () => {
  it("brings back what the backup held, and nothing that came later", async () => {
    const { links, backup } = await backedUp();
    const later = await openAt();
    const [late] = await create(later);
    await later.close();

    await restoreSqlite(backup, path);
    expect(folder.names()).toEqual(["backup.db", "links.db"]);
    const database = await openAt();
    for (const link of links) expect(await database.links.find(link)).toEqual(link);
    expect(await database.links.find(late ?? sampleLink())).toBeUndefined();
    expect(await create(database)).toHaveLength(1);
  });

  it("works where there is no database yet", async () => {
    const { links, backup } = await backedUp();
    const elsewhere = folder.file("new.db");
    await restoreSqlite(backup, elsewhere);
    const database = await openAt(elsewhere);
    expect(await database.links.find(links[0] ?? sampleLink())).toEqual(links[0]);
  });

  it("refuses while this process has the database open", async () => {
    const { backup } = await backedUp();
    const database = await openAt();
    const [link] = await create(database);
    await expect(restoreSqlite(backup, path)).rejects.toMatchObject({ code: "FILE_IN_USE" });
    expect(await database.links.find(link ?? sampleLink())).toEqual(link);
    expect(await create(database)).toHaveLength(1);
  });

  it("refuses while another process has the database open and does nothing with it", async () => {
    const { backup } = await backedUp();
    const holder = await start("hold");
    await expect(restoreSqlite(backup, path)).rejects.toMatchObject({ code: "FILE_IN_USE" });
    holder.begin();
    expect(await holder.exited).toEqual([0, null]);
    await restoreSqlite(backup, path);
  });

  it.each([
    ["is whole", () => undefined],
    ["was removed", () => rmSync(path)],
    ["was overwritten", () => writeFileSync(path, "no database".repeat(1_000))],
  ])("keeps a killed process's log out of the restored database when its file %s", async (_, spoil) => {
    const { links, backup } = await backedUp();
    const rival = await start("create");
    rival.begin();
    await rival.said.next();
    rival.child.kill("SIGKILL");
    await rival.exited;
    expect(existsSync(`${path}-wal`)).toBe(true);
    spoil();

    await restoreSqlite(backup, path);
    const database = await openAt();
    expect(await database.links.find({ domain: "", code: "c0x0" })).toBeUndefined();
    for (const link of links) expect(await database.links.find(link)).toEqual(link);
  });

  it.each<[string, string, (backup: string) => void]>([
    ["is no database", "FILE_NOT_SQLITE", (backup) => writeFileSync(backup, "no database".repeat(1_000))],
    ["is empty", "FILE_FOREIGN", (backup) => writeFileSync(backup, "")],
    ["is cut off", "FILE_DAMAGED", (backup) => truncateSync(backup, 30_000)],
    ["has a page that makes no sense", "FILE_DAMAGED", breakPage],
    ["has an index that misses a row", "FILE_DAMAGED", forgetIndexEntries],
    ["belongs to another program", "FILE_FOREIGN", (backup) => execute(backup, "PRAGMA application_id = 1")],
    [
      "was written by a newer release",
      "SCHEMA_NEWER",
      (backup) => execute(backup, "INSERT INTO schema_migrations (version, name) VALUES (999, 'later')"),
    ],
  ])("refuses a backup that %s, and keeps the present database", async (_, code, spoil) => {
    const { links, backup } = await backedUp();
    spoil(backup);
    await expect(restoreSqlite(backup, path)).rejects.toMatchObject({ name: "DatabaseError", code });
    expect(folder.names()).toEqual(["backup.db", "links.db"]);
    const database = await openAt();
    for (const link of links) expect(await database.links.find(link)).toEqual(link);
  });

  it("replaces a database that is damaged", async () => {
    const { links, backup } = await backedUp();
    writeFileSync(path, "not a database any more".repeat(1_000));
    await restoreSqlite(backup, path);
    const database = await openAt();
    expect(await database.links.find(links[0] ?? sampleLink())).toEqual(links[0]);
  });

  it("refuses to restore a file from itself, and one that does not exist", async () => {
    const { backup } = await backedUp();
    await expect(restoreSqlite(backup, backup)).rejects.toMatchObject({ code: "FILE_EXISTS" });
    const missing = folder.file("missing.db");
    await expect(restoreSqlite(missing, path)).rejects.toMatchObject({ code: "FILE_UNREADABLE", detail: missing });
    expect(existsSync(missing)).toBe(false);
  });

  it("can be given a plain copy of a database that was not in use", async () => {
    const { links } = await backedUp();
    const copy = folder.file("copy.db");
    copyFileSync(path, copy);
    await restoreSqlite(copy, folder.file("new.db"));
    const database = await openAt(folder.file("new.db"));
    expect(await database.links.find(links[0] ?? sampleLink())).toEqual(links[0]);
  });
});

function execute(file: string, sql: string): void {
  const database = new DatabaseSync(file);
  database.exec(sql);
  database.close();
}

/** Writes an empty page over an index: every page can be read, and the whole is wrong. */
function forgetIndexEntries(file: string): void {
  overwriteRoot(file, "links_by_time", (page) => {
    page.fill(0);
    // A leaf of an index without entries: https://sqlite.org/fileformat2.html#b_tree_pages
    page[0] = 0x0a;
    page.writeUInt16BE(page.length, 5);
  });
}

function breakPage(file: string): void {
  overwriteRoot(file, "links", (page) => page.fill(0xff));
}

function overwriteRoot(file: string, name: string, change: (page: Buffer) => void): void {
  const database = new DatabaseSync(file, { readOnly: true });
  const root = database.prepare("SELECT rootpage FROM sqlite_schema WHERE name = ?").get(name)?.["rootpage"];
  database.close();
  const bytes = readFileSync(file);
  change(bytes.subarray((Number(root) - 1) * 4_096, Number(root) * 4_096));
  writeFileSync(file, bytes);
}
