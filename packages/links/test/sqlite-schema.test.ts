import { statSync, writeFileSync, truncateSync } from "node:fs";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { migrateSqlite, openSqlite } from "../src/stores/sqlite/index.ts";
import { insertParameters } from "../src/stores/sqlite/link-row.ts";
import { newestFirstLists } from "../src/stores/sqlite/list-links.ts";
import { readMigrations } from "../src/stores/sqlite/migrations.ts";
import { applicationId } from "../src/stores/sqlite/schema.ts";
import { readSql } from "../src/stores/sqlite/sql.ts";
import { sampleLink } from "../src/testing/index.ts";
import { temporaryFolder, type TemporaryFolder } from "./temporary-folder.ts";

const migrations = readMigrations();

let folder: TemporaryFolder;
let path: string;
let database: DatabaseSync;

beforeEach(() => {
  folder = temporaryFolder();
  path = folder.file("links.db");
  database = new DatabaseSync(path);
});
afterEach(() => {
  database.close();
  folder.remove();
});

/** Leaves the file as a release that knew so many migrations would have. */
function migrateTo(version: number): void {
  database.exec(
    `PRAGMA application_id = ${applicationId}; CREATE TABLE schema_migrations (version INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT`,
  );
  for (const migration of migrations.slice(0, version)) {
    database.exec(migration.sql);
    database.prepare("INSERT INTO schema_migrations VALUES (?, ?)").run(migration.version, migration.name);
  }
}

describe("a new file", () => {
  it("can be read by its owner only, and so can its log and its index", async () => {
    const opened = await openSqlite({ path: folder.file("new.db") });
    const files = folder.names().filter((name) => name.startsWith("new.db"));
    expect(files).toEqual(["new.db", "new.db-shm", "new.db-wal"]);
    for (const name of files) expect([name, statSync(folder.file(name)).mode & 0o777]).toEqual([name, 0o600]);
    await opened.close();
  });
});

describe("migrations", () => {
  it("make a new file and find nothing to do the second time", async () => {
    const { from, to } = await migrateSqlite(path);
    expect(from).toBe(0);
    expect(await migrateSqlite(path)).toEqual({ from: to, to });
  });

  it("go on where an earlier run stopped", async () => {
    migrateTo(2);
    expect(await migrateSqlite(path)).toEqual({ from: 2, to: migrations.length });
    const versions = database.prepare("SELECT version FROM schema_migrations ORDER BY version").all();
    expect(versions.map((row) => row["version"])).toEqual(migrations.map((migration) => migration.version));
    expect(database.prepare("SELECT name FROM counters ORDER BY name").all()).toHaveLength(2);
  });

  it("leave a step that fails undone as a whole", async () => {
    migrateTo(2);
    // The third step makes this table, so now it fails.
    database.exec("CREATE TABLE api_keys (id TEXT)");
    await expect(migrateSqlite(path)).rejects.toThrow("api_keys already exists");
    expect(database.prepare("SELECT max(version) AS version FROM schema_migrations").get()).toEqual({ version: 2 });
  });

  it("refuse a file of a newer release", async () => {
    await migrateSqlite(path);
    database.exec("INSERT INTO schema_migrations (version, name) VALUES (999, 'later')");
    for (const attempt of [migrateSqlite, (file: string) => openSqlite({ path: file })]) {
      await expect(attempt(path)).rejects.toMatchObject({ name: "DatabaseError", code: "SCHEMA_NEWER" });
    }
  });

  it("wait for another process that writes, and give up in time", async () => {
    migrateTo(2);
    database.exec("PRAGMA journal_mode = WAL; BEGIN IMMEDIATE");
    await expect(migrateSqlite(path, { lockTimeoutMs: 20 })).rejects.toMatchObject({ code: "STORE_LOCKED" });
    const waiting = migrateSqlite(path, { lockTimeoutMs: 10_000 });
    database.exec("COMMIT");
    expect(await waiting).toEqual({ from: 2, to: migrations.length });
  });

  it("refuse another program's database and leave it alone", async () => {
    database.exec("CREATE TABLE songs (title TEXT)");
    await expect(migrateSqlite(path)).rejects.toMatchObject({ code: "FILE_FOREIGN" });
    expect(database.prepare("PRAGMA journal_mode").get()).toEqual({ journal_mode: "delete" });
  });

  it("refuse a file that is no database", async () => {
    writeFileSync(folder.file("text.db"), "This is a text, and no database at all. ".repeat(100));
    await expect(migrateSqlite(folder.file("text.db"))).rejects.toMatchObject({ code: "FILE_NOT_SQLITE" });
  });

  it("refuse a database of which a part is missing", async () => {
    await migrateSqlite(path);
    database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    database.close();
    truncateSync(path, 6_000);
    await expect(migrateSqlite(path)).rejects.toMatchObject({ code: "FILE_DAMAGED" });
    database = new DatabaseSync(":memory:");
  });

  it("name the file in a folder that does not exist", async () => {
    const missing = folder.file("no/such/folder/links.db");
    await expect(migrateSqlite(missing)).rejects.toMatchObject({ code: "FILE_UNREADABLE", detail: missing });
  });
});

describe("the schema", () => {
  beforeEach(async () => {
    await migrateSqlite(path);
  });

  const insert = (change: Record<string, SQLInputValue>) =>
    database
      .prepare(readSql("insert-link"))
      .run(...Object.values({ ...insertParameters(sampleLink({ ownerId: null }), null), ...change })).changes;

  it("takes what a link is made of in the order of its columns", () => {
    const [, columns = ""] = /\(([^)]+)\) VALUES/.exec(readSql("insert-link")) ?? [];
    const named = Object.keys(insertParameters(sampleLink(), null))
      .map((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
      .map((name) => (name === "owner" ? "owner_id" : name));
    expect(columns.split(",").map((column) => column.trim())).toEqual(named);
  });

  it.each<[string, Record<string, SQLInputValue>]>([
    ["an empty code", { code: "" }],
    ["a code of 65 characters", { kind: "alias", code: "a".repeat(65) }],
    ["a code with a space", { kind: "alias", code: "a b" }],
    ["a code with a slash", { kind: "alias", code: "a/b" }],
    ["a code with a dot", { kind: "alias", code: "a.b" }],
    ["a code with a letter outside ASCII", { kind: "alias", code: "ä" }],
    ["a code with a full-width digit", { kind: "alias", code: "１" }],
    ["a code with a NUL and what would hide behind it", { kind: "alias", code: "a\0/" }],
    ["a generated code of 12 characters", { code: "a".repeat(12) }],
    ["a generated code with a hyphen", { code: "a-b" }],
    ["a generated code with an underscore", { code: "a_b" }],
    ["an unknown kind", { kind: "other" }],
    ["a destination of 8,193 bytes", { destination: `https://example.com/${"x".repeat(8_173)}` }],
    ["a destination outside ASCII", { destination: "https://example.com/é" }],
    ["a destination with a line break", { destination: "https://example.com/\r\nSet-Cookie: a" }],
    ["a destination with a space", { destination: "https://example.com/ a" }],
    ["a destination with a NUL", { destination: "https://example.com/\0a" }],
    ["a destination of another scheme", { destination: "javascript:alert(1)" }],
    ["a destination without a host", { destination: "https://" }],
    ["no destination", { destination: "" }],
    ["the status 303", { redirectStatus: 303 }],
    ["the status 200", { redirectStatus: 200 }],
    ["a flag that is neither 0 nor 1", { enabled: 2 }],
    ["version 0", { version: 0 }],
    ["a quarantine without a reason", { quarantinedAt: 1 }],
    ["a reason without a quarantine", { quarantineReason: "x" }],
    ["a tombstone that still says where it led", { deletedAt: 1 }],
    ["a digest of 32 bytes", { settingsDigest: new Uint8Array(32) }],
    ["a domain of 254 bytes", { domain: "a".repeat(254) }],
    ["a text for an instant", { expiresAt: "2030-01-01" }],
    ["tags that are no list", { tags: '{"a":1}' }],
  ])("refuses %s", (_, change) => {
    expect(() => insert(change)).toThrow(/constraint|cannot store/);
    expect(database.prepare("SELECT count(*) AS links FROM links").get()).toEqual({ links: 0 });
  });

  it.each<[string, Record<string, SQLInputValue>]>([
    ["a code of 64 characters", { kind: "alias", code: "a".repeat(64) }],
    ["every character that a code may have", { kind: "alias", code: "AZaz09-_" }],
    ["a generated code of 11 characters", { code: "a".repeat(11) }],
    ["a destination of 8,192 bytes", { destination: `https://example.com/${"x".repeat(8_172)}` }],
    ["a tombstone that has forgotten everything", { deletedAt: 1, destination: "", host: null }],
  ])("accepts %s", (_, change) => {
    expect(insert(change)).toBe(1);
  });

  it("refuses an idempotency record that is too large to be one", () => {
    const record = { requester: "r", key: "k", fingerprint: new Uint8Array(32), domain: "", code: "c" };
    const statement = database.prepare(readSql("insert-idempotency"));
    const rest = { responseBody: "{}", expiresAt: 1 };
    expect(() => statement.run({ ...record, ...rest, key: "k".repeat(1_025) })).toThrow("constraint");
    expect(() => statement.run({ ...record, ...rest, requester: "" })).toThrow("constraint");
    expect(statement.run({ ...record, ...rest }).changes).toBe(1);
  });

  it.each(newestFirstLists)("answers %s along an index, without reading the table from end to end", (name) => {
    const plan = planOf(name);
    expect(plan).not.toMatch(/^SCAN (l|t)\b/m);
    // Lists over all owners by tag or host sort what they find; every other list stops when its page is full.
    if (name !== "list-by-host" && name !== "list-by-tag") expect(plan).not.toContain("TEMP B-TREE");
  });

  it("answers a search by prefix along the primary key, without sorting", () => {
    const plan = planOf("list-by-prefix");
    expect(plan).toMatch(/SEARCH l USING INDEX sqlite_autoindex_links_1 \(domain=\? AND code>\? AND code<\?\)/);
    expect(plan).not.toContain("TEMP B-TREE");
  });

  it("answers an owner's search by prefix among that owner's links only, without sorting", () => {
    const plan = planOf("list-of-owner-by-prefix");
    expect(plan).toMatch(
      /SEARCH l USING INDEX links_by_owner_code \(owner_id=\? AND domain=\? AND code>\? AND code<\?\)/,
    );
    expect(plan).not.toContain("TEMP B-TREE");
  });

  it("finds a link, a stored answer and a key by one search each", () => {
    for (const name of ["select-target", "select-link", "select-idempotency", "select-key", "select-reusable"]) {
      expect(planOf(name)).not.toMatch(/^SCAN/m);
    }
  });

  function planOf(name: string): string {
    const rows = database.prepare(`EXPLAIN QUERY PLAN ${readSql(name)}`).all();
    return rows.map((row) => String(row["detail"])).join("\n");
  }
});
