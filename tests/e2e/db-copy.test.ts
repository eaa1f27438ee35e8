import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { openPostgres } from "@narrows/links/postgres";
import { openSqlite, openSqliteContents } from "@narrows/links/sqlite";
import { createCommand, sampleLink, sampleRecord } from "@narrows/links/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeDatabase } from "../links/postgres/database.ts";
import { openSession } from "../links/postgres/session.ts";
import { readUrls } from "../program/fixtures.ts";
import { findFreePort } from "../program/free-port.ts";
import { linksApi, type CreatedLink } from "../program/links-api.ts";
import { startProgram, type Program } from "../program/program.ts";
import { runNarrows } from "../program/run-narrows.ts";
import { makeTempFolder, type TempFolder } from "../program/temp-folder.ts";
import { postgresProgram, startPostgres, type PostgresServer } from "../services/postgres-server.ts";

const codeSecret = "the secret of before and after";
const settings = { CODE_SECRET: codeSecret, DOMAINS: "other.example" };
const repeated = { longUrl: "https://example.com/?once=%2B", note: "한국어 “note” \\ {,}" };
const repeatedKey = { "idempotency-key": "logical-create-1" };

type Copied = {
  readonly written: number;
  readonly refused: number;
  readonly firstRefused: readonly string[];
  readonly isWhole: boolean;
  readonly tables: readonly { readonly table: string; readonly source: number; readonly target: number }[];
};

/** Copies the file in a folder and gives what was said about it. */
async function copy(folder: TempFolder, url: string, ...options: readonly string[]) {
  const from = ["--from", join(folder.path, "narrows.db")];
  const { exitCode, stdout, stderr } = await runNarrows(["db", "copy", "--json", ...from, ...options], {
    env: { DATABASE_URL: url },
  });
  const said = JSON.parse(stdout || stderr.split("\n").findLast((line) => line.startsWith("{")) || "{}") as Copied & {
    readonly error?: { readonly code: string };
  };
  return { exitCode, ...said };
}

/** Each program of a test takes a port of its own. */
function withoutPort(link: CreatedLink): CreatedLink {
  return { ...link, shortUrl: link.shortUrl.replace(/:\d+/, "") };
}

/** Links of every kind, through the service. Gives the body that a repetition must get. */
async function fill({ http, admin }: Program): Promise<string> {
  const api = linksApi(http, admin);
  const urls = (await readUrls()).slice(0, 1_500);
  for (let from = 0; from < urls.length; from += 1_000) {
    const rows = urls.slice(from, from + 1_000).map((longUrl, index) => ({
      longUrl,
      ...(index % 3 === 0 ? { tags: ["b", `a"{${index % 7}}`], note: "two\nlines" } : {}),
      ...(index % 5 === 0 ? { expiresAt: "2100-01-01T00:00:00.123Z" } : {}),
      ...(index % 11 === 0 ? { status: 308 } : {}),
    }));
    await api.bulk(rows);
  }
  await api.mustCreate({ longUrl: "https://example.com/other", alias: "same", domain: "other.example" });
  await api.mustCreate({ longUrl: "https://example.com/default", alias: "same" });
  for (const alias of ["edited", "deleted", "quarantined"]) await api.mustCreate({ longUrl: urls[0], alias });
  await api.edit("edited", { longUrl: "https://example.com/edited", enabled: false, tags: ["late"] });
  await api.delete("deleted");
  await api.quarantine("quarantined", "it looks odd");
  const { body } = await api.create(repeated, repeatedKey);
  return body;
}

describe.skipIf(postgresProgram() === undefined)("db copy from the embedded database to PostgreSQL", () => {
  let server: PostgresServer;
  let folder: TempFolder;
  let links: readonly CreatedLink[];
  let repeatedBody: string;
  let secret: string;

  beforeAll(async () => {
    server = await startPostgres();
    folder = await makeTempFolder();
    await using program = await startProgram({
      dataDir: folder.path,
      env: { ...settings, CODE_STRATEGY: "snowflake-permuted" },
    });
    repeatedBody = await fill(program);
    links = await linksApi(program.http, program.admin).listAll();
    const keys = await runNarrows(["keys", "create", "--json", "--name", "of before"], {
      env: { DATA_DIR: folder.path },
    });
    secret = (JSON.parse(keys.stdout) as { secret: string }).secret;
    await program.stop();
  });

  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });

  it("brings everything along, byte for byte, and is done again without writing anything", async () => {
    const url = await makeDatabase(server);
    const first = await copy(folder, url);
    expect(first).toMatchObject({ exitCode: 0, isWhole: true, written: links.length + 1, refused: 0 });
    expect(Object.fromEntries(first.tables.map(({ table, target }) => [table, target]))).toMatchObject({
      links: links.length + 1,
      tombstones: 1,
      quarantined: 1,
      keys: 1,
      answers: 1,
      epochs: 1,
    });
    expect(await copy(folder, url)).toMatchObject({ exitCode: 0, isWhole: true, written: 0, refused: 0 });

    await using program = await startProgram({ env: { ...settings, DATABASE_URL: url } });
    const api = linksApi(program.http, program.admin);
    // In full, as the API shows them, in the same order.
    expect((await api.listAll()).map(withoutPort)).toEqual(links.map(withoutPort));
    expect((await api.create(repeated, repeatedKey)).body).toBe(repeatedBody);
    expect((await api.follow("deleted")).status).toBe(410);
    const byKey = await linksApi(program.http, { authorization: `Bearer ${secret}` }).create({
      longUrl: repeated.longUrl,
    });
    expect(byKey.status).toBe(201);
    expect(await api.create({ longUrl: repeated.longUrl, alias: "deleted" })).toMatchObject({ status: 409 });
  });

  it("goes on where it was interrupted, and brings along what changed since", async () => {
    const url = await makeDatabase(server);
    await copy(folder, url);
    await using session = openSession(url);
    await session.run("DELETE FROM links WHERE code IN (SELECT code FROM links ORDER BY code LIMIT 700)");
    await session.run("UPDATE links SET version = NULL, destination = 'https://example.com/old' WHERE code = 'edited'");
    await session.run("DELETE FROM idempotency; DELETE FROM api_keys");
    expect(await copy(folder, url)).toMatchObject({ exitCode: 0, isWhole: true, written: 701 });
  });

  it("brings along the answer that holds, and misses none whose time is over, which may be purged on one side", async () => {
    const [url, own] = [await makeDatabase(server), await makeTempFolder()];
    await using kept = own;
    const path = join(kept.path, "narrows.db");
    const source = await openSqlite({ path });
    const answered = (key: string) => {
      const link = sampleLink();
      const now = Date.now();
      const idempotency = sampleRecord({ requester: "r", key, responseBody: link.code, expiresAt: now + 3_600_000 });
      return source.links.create(createCommand(link, { idempotency, now }));
    };
    for (const key of ["again", "purged", "over", "told"]) await answered(key);
    expect(await copy(kept, url)).toMatchObject({ exitCode: 0, isWhole: true });
    const file = new DatabaseSync(path);
    file.exec("UPDATE idempotency SET expires_at = 1; DELETE FROM idempotency WHERE key = 'purged'");
    file.close();
    await using session = openSession(url);
    // One was answered there since, and holds.
    const told = `expires_at = ${Date.now() + 60_000}, response_body = 'there'`;
    await session.run(`UPDATE idempotency SET expires_at = 1; UPDATE idempotency SET ${told} WHERE key = 'told'`);
    await answered("again");
    await answered("told");
    await source.close();
    expect(await copy(kept, url)).toMatchObject({ exitCode: 0, isWhole: true });
    const contents = await openSqliteContents(path);
    const answers = [...contents.answers(10, Date.now())].flat();
    contents.close();
    expect(answers.map(({ record }) => record.key)).toEqual(["again", "told"]);
    expect(await session.run("SELECT key, response_body FROM idempotency WHERE expires_at > 1 ORDER BY key")).toEqual([
      ["again", answers[0]?.record.responseBody],
      ["told", "there"],
    ]);
  });

  it("brings the archive along, also of links that were archived or brought back since", async () => {
    const [url, own] = [await makeDatabase(server), await makeTempFolder()];
    await using archived = own;
    const now = Date.now();
    const expired = ["one", "two", "three"].map((code) =>
      sampleLink({ code, kind: "alias", createdAt: now - 9, updatedAt: now - 9, expiresAt: now - 5, tags: ["x"] }),
    );
    const source = await openSqlite({ path: join(archived.path, "narrows.db") });
    const archive = (limit: number) => source.archive.archiveExpired({ after: 0, before: now, now, limit });
    for (const link of expired) await source.links.create(createCommand(link));
    await archive(1);
    expect(await copy(archived, url)).toMatchObject({ exitCode: 0, isWhole: true, written: 3 });
    await archive(1);
    const everyone = { ownerId: undefined, domain: undefined };
    await source.links.edit({ key: { domain: "", code: "one" }, guard: everyone, patch: { note: "back" }, now });
    expect(await copy(archived, url)).toMatchObject({ exitCode: 0, isWhole: true, written: 2, refused: 0 });
    expect(await copy(archived, url)).toMatchObject({ exitCode: 0, isWhole: true, written: 0, refused: 0 });
    const target = await openPostgres({ url });
    for (const link of expired) expect(await target.links.find(link)).toEqual(await source.links.find(link));
    expect((await target.links.find({ domain: "", code: "two" }))?.archivedAt).toBe(now);
    await using session = openSession(url);
    expect(await session.run("SELECT code FROM link_archive")).toEqual([["two"]]);
    await target.close();
    await source.close();
  });

  it("makes nodes forget what they remember where it wrote a link, and nothing where it wrote none", async () => {
    const url = await makeDatabase(server);
    await copy(folder, url);
    await using session = openSession(url);
    const position = async () =>
      Number((await session.run("SELECT value FROM counters WHERE name = 'changes'"))[0]?.[0]);
    const first = await position();
    await session.run("UPDATE links SET note = note WHERE code = 'edited'");
    expect(await copy(folder, url)).toMatchObject({ exitCode: 0, written: 0 });
    expect(await position()).toBe(first + 1);
    expect(await session.run("SELECT id FROM link_changes ORDER BY id")).toEqual([[`${first}`], [`${first + 1}`]]);

    await session.run("UPDATE links SET version = NULL, destination = 'https://example.com/old' WHERE code = 'edited'");
    const at = Date.now();
    expect(await copy(folder, url)).toMatchObject({ exitCode: 0, written: 1 });
    const after = await position();
    // Two more than its own change of the link and the one before.
    expect(after).toBe(first + 5);
    expect(await session.run(`SELECT id, changed_at >= ${at} FROM link_changes`)).toEqual([[`${after}`, true]]);
  });

  it.each([
    ["uses its copies at once when no link was changed of late", 86_400_000, null],
    ["uses no copies for their lifetime when a link was changed right before", 0, expect.any(String)],
  ])("leaves a log with which an edge %s", async (_promise, ageMs, bypassUntil) => {
    const [url, own] = [await makeDatabase(server), await makeTempFolder()];
    await using old = own;
    const source = await openSqlite({ path: join(old.path, "narrows.db") });
    const at = Date.now() - ageMs;
    await source.links.create(createCommand(sampleLink({ code: "older", kind: "alias", createdAt: 1, updatedAt: 1 })));
    await source.links.create(
      createCommand(sampleLink({ code: "newest", kind: "alias", createdAt: at, updatedAt: at })),
    );
    await source.close();
    expect(await copy(old, url)).toMatchObject({ exitCode: 0, isWhole: true, written: 2 });
    const edge = { BASE_URL: "http://sho.rt", EDGE_MAX_AGE: "300s", PORT: `${await findFreePort()}` };
    await using program = await startProgram({ env: { ...settings, ...edge, DATABASE_URL: url } });
    const list = await program.http.ask("GET", "/v1/denylist", { headers: program.admin });
    expect(list.json()).toMatchObject({ isComplete: false, bypassUntil });
  });

  it("refuses a database that holds other links or serves, and overwrites none of them when told to go on", async () => {
    const url = await makeDatabase(server);
    await using program = await startProgram({ env: { ...settings, DATABASE_URL: url } });
    const api = linksApi(program.http, program.admin);
    await api.mustCreate({ longUrl: "https://example.com/mine", alias: "same" });
    expect(await copy(folder, url)).toMatchObject({ exitCode: 1, error: { code: "COPY_TARGET_USED" } });
    expect(await api.listAll()).toHaveLength(1);
    const merged = await copy(folder, url, "--merge");
    expect(merged).toMatchObject({ exitCode: 1, isWhole: false, refused: 1, firstRefused: ["same"] });
    expect((await api.follow("same")).locations).toEqual(["https://example.com/mine"]);
    expect(await api.listAll()).toHaveLength(links.length);
    expect(await copy(folder, url)).toMatchObject({ exitCode: 1, error: { code: "COPY_TARGET_SERVED" } });
  });

  it("says why it cannot, in two languages, without a password", async () => {
    const url = new URL(server.url);
    url.password = "hunter2hunter2";
    url.pathname = "/nowhere";
    for (const [language, text] of [
      ["en_GB", "refused the connection"],
      ["ko_KR", "연결을 거부했습니다"],
    ] as const) {
      const args = ["db", "copy", "--from", join(folder.path, "narrows.db"), "--to", url.href];
      const { exitCode, stderr } = await runNarrows(args, { env: { LC_ALL: language } });
      expect([exitCode, stderr]).toEqual([1, expect.stringContaining(text)]);
      expect(stderr).not.toContain("hunter2");
    }
  });
});

describe.skipIf(postgresProgram() === undefined)("other commands with DATABASE_URL", () => {
  it("work on that database, or say what to use instead", async () => {
    await using server = await startPostgres();
    const env = { DATABASE_URL: server.url };
    const run = async (...args: readonly string[]) => {
      const { exitCode, stdout, stderr } = await runNarrows(args, { env });
      return [exitCode, stdout + stderr] as const;
    };
    expect(await run("db", "migrate", "--dry-run")).toEqual([0, expect.stringMatching(/version 0.*0001-links\.sql/s)]);
    expect(await run("db", "migrate", "--status")).toEqual([0, expect.stringMatching(/0001-links\.sql +pending/)]);
    expect(await run("db", "migrate")).toEqual([0, expect.stringContaining("0001-links.sql")]);
    expect(await run("db", "migrate")).toEqual([0, expect.stringContaining("already")]);
    expect(await run("db", "migrate", "--status")).toEqual([0, expect.stringMatching(/0001-links\.sql +applied 20/)]);
    expect(await run("keys", "create", "--name", "mine")).toEqual([0, expect.stringContaining("nrw_")]);
    expect(await run("keys", "list")).toEqual([0, expect.stringContaining("mine")]);
    expect(await run("codes", "jump-epochs", "--by", "3")).toEqual([0, expect.stringContaining("8189")]);
    expect(await run("db", "backup", "file")).toEqual([2, expect.stringContaining("pg_dump")]);
    expect(await run("db", "restore", "file")).toEqual([2, expect.stringContaining("pg_dump")]);
  });
});
