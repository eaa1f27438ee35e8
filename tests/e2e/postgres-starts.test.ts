import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openSqlite } from "@narrows/links/sqlite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeDatabase } from "../links/postgres/database.ts";
import { openSession } from "../links/postgres/session.ts";
import { eventually } from "../program/deadline.ts";
import { findFreePort } from "../program/free-port.ts";
import { linksApi } from "../program/links-api.ts";
import { rootPath } from "../program/narrows-path.ts";
import { adminKey, startProgram } from "../program/program.ts";
import { readMetric } from "../program/read-metric.ts";
import { runNarrows } from "../program/run-narrows.ts";
import { makeTempFolder } from "../program/temp-folder.ts";
import { sharedDatabase } from "../program/test-stores.ts";
import { postgresProgram, startPostgres, type PostgresServer } from "../services/postgres-server.ts";

const longUrl = "https://example.com/";

const ourTables = "SELECT tablename FROM pg_tables WHERE schemaname = 'public'";

/** Runs a start that must be refused. */
function refuse(env: Readonly<Record<string, string>>) {
  return runNarrows(["serve"], { env: { PORT: "0", ADMIN_KEY: adminKey, ...env } });
}

async function rightsOfGuide(): Promise<string> {
  const guide = await readFile(join(rootPath, "docs/guide/postgres.md"), "utf8");
  return /^## Rights$.*?^```sql$(.*?)^```$/ms.exec(guide)?.[1] ?? "";
}

describe("a start without a database that could be used", () => {
  it.each([
    ["DATABASE_URL", "mysql://db.example/narrows"],
    ["DATABASE_URL", "db.example"],
    ["DATABASE_REPLICA_URL", "postgres://replica.example/narrows"],
  ])("is refused by the configuration: %s=%s", async (name, value) => {
    await using folder = await makeTempFolder();
    const { exitCode, stderr } = await refuse({ DATA_DIR: folder.path, [name]: value });
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(name)]);
  });

  it.each([
    ["DATABASE_URL", "postgres://narrows:hunter2%zz@127.0.0.1:1/links"],
    ["DATABASE_REPLICA_URL", "postgres://narrows:hunter2%zz@127.0.0.1:1/links"],
    ["DATABASE_REPLICA_URL", "postgres://narrows:hunter2@one.example,two.example/links"],
  ])("is refused by the configuration where %s cannot be read, without the password: %s", async (name, value) => {
    await using folder = await makeTempFolder();
    const env = { DATA_DIR: folder.path, DATABASE_URL: "postgres://127.0.0.1:1/links", [name]: value };
    const { exitCode, stdout, stderr } = await refuse(env);
    const mend = value.includes("%") ? "%25" : "one host";
    expect([exitCode, stderr]).toEqual([2, expect.stringMatching(new RegExp(`^ *${name}: .*${mend}`, "m"))]);
    expect(stdout + stderr).not.toContain("hunter2");
  });

  it("is refused to the database commands, too, where its address cannot be read", async () => {
    const env = { DATABASE_URL: "postgres://narrows:hunter2%zz@127.0.0.1:1/links" };
    const { exitCode, stdout, stderr } = await runNarrows(["db", "migrate", "--status"], { env });
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining("%25")]);
    expect(stdout + stderr).not.toContain("hunter2");
  });

  it("is refused with 2 and the host, without the password, where nobody answers", async () => {
    await using folder = await makeTempFolder();
    const port = await findFreePort();
    const url = `postgres://narrows:hunter2hunter2@127.0.0.1:${port}/links`;
    const { exitCode, stdout, stderr } = await refuse({ DATA_DIR: folder.path, DATABASE_URL: url });
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(new RegExp(`DATABASE_URL: The database 127\\.0\\.0\\.1:${port}/links .*whether it runs`));
    expect(stderr).toContain(`(nobody listens at port ${port} of 127.0.0.1, ECONNREFUSED)`);
    expect(stdout + stderr).not.toContain("hunter2");
  });

  it("is told that the host is unknown", async () => {
    const env = { DATABASE_URL: "postgres://narrows@db.invalid/links" };
    const { exitCode, stderr } = await runNarrows(["db", "migrate"], { env });
    // Without any name server the system cannot say that a name is unknown.
    expect([exitCode, stderr]).toEqual([1, expect.stringMatching(/the host db\.invalid .*(?:ENOTFOUND|EAI_AGAIN)/)]);
  });
});

describe.skipIf(postgresProgram() === undefined)("a start on PostgreSQL", () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server[Symbol.asyncDispose]());

  it("is refused where the server has no such database", async () => {
    await using folder = await makeTempFolder();
    const url = server.url.replace(/postgres$/, "narows");
    const { exitCode, stderr } = await refuse({ DATA_DIR: folder.path, DATABASE_URL: url });
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('database "narows" does not exist')]);
  });

  it.each(["LATIN1", "SQL_ASCII"])("is refused on a database in %s, and writes nothing into it", async (encoding) => {
    const url = await makeDatabase(server, encoding);
    await using folder = await makeTempFolder();
    const { exitCode, stderr } = await refuse({ DATA_DIR: folder.path, DATABASE_URL: url });
    const said = new RegExp(`DATABASE_URL: .*ENCODING 'UTF8'.*it is in ${encoding}`);
    expect([exitCode, stderr]).toEqual([2, expect.stringMatching(said)]);
    await using session = openSession(url);
    expect(await session.run(ourTables)).toEqual([]);
  });

  it.each([
    [["migrate"], "en_GB", "not in UTF-8 (it is in LATIN1)"],
    [["migrate", "--status"], "ko_KR", "UTF-8이 아닙니다(it is in LATIN1)"],
    [["copy"], "ko_KR", "UTF-8이 아닙니다(it is in LATIN1)"],
  ])("is refused to the database commands, too, where it is not in UTF-8: %j in %s", async (args, language, said) => {
    const url = await makeDatabase(server, "LATIN1");
    await using folder = await makeTempFolder();
    await (await openSqlite({ path: join(folder.path, "narrows.db") })).close();
    const env = { DATA_DIR: folder.path, DATABASE_URL: url, LC_ALL: language };
    const { exitCode, stderr } = await runNarrows(["db", ...args], { env });
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(`${said}. [DATABASE_ENCODING]`)]);
    expect(stderr).toContain("ENCODING 'UTF8'");
  });

  it.each(["require", "verify-full"])("is refused where the server has no TLS and sslmode=%s", async (mode) => {
    await using folder = await makeTempFolder();
    const url = `${server.url}?sslmode=${mode}`;
    const { exitCode, stderr } = await refuse({ DATA_DIR: folder.path, DATABASE_URL: url });
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining("the server offers no TLS, which sslmode demands")]);
  });

  it("makes its secrets once, and another node without them is refused before it makes its own", async () => {
    const url = await makeDatabase(server);
    await using first = await startProgram({ env: { DATABASE_URL: url } });
    await using folder = await makeTempFolder();
    const { exitCode, stderr } = await refuse({ DATA_DIR: folder.path, DATABASE_URL: url });
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining("CODE_SECRET: other nodes of this database")]);
    await expect(readFile(join(folder.path, "code-secret"))).rejects.toThrow("ENOENT");
    const secret = (await readFile(join(first.dataDir, "code-secret"), "utf8")).trim();
    await using second = await startProgram({ env: { DATABASE_URL: url, CODE_SECRET: secret } });
    await second.stop();
  });

  it.each(["CODE_SECRET", "ADMIN_KEY"])("is refused with another %s than other nodes have", async (name) => {
    const env = sharedDatabase({ url: await makeDatabase(server) });
    await using first = await startProgram({ env });
    await first.stop();
    await using folder = await makeTempFolder();
    const another = "nrw_another_secret_than_before";
    const { exitCode, stdout, stderr } = await refuse({ DATA_DIR: folder.path, ...env, [name]: another });
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(`${name}: it is not the one`)]);
    expect(stdout + stderr).not.toContain(another);
  });

  it.each([
    ["another CODE_SECRET", { CODE_SECRET: "nrw_another_secret_than_before" }, "CODE_SECRET: it is not the one"],
    ["another ADMIN_KEY", { ADMIN_KEY: "nrw_another_secret_than_before" }, "ADMIN_KEY: it is not the one"],
    ["no CODE_SECRET", { CODE_SECRET: "" }, "CODE_SECRET: other nodes of this database have one"],
  ])("is refused with %s before the schema of an older release is touched", async (_what, wrong, said) => {
    const env = sharedDatabase({ url: await makeDatabase(server) });
    await using first = await startProgram({ env });
    await first.stop();
    await using session = openSession(env.DATABASE_URL);
    // A release that lacks the newest step; were it made again, it would find what it makes.
    await session.run("DELETE FROM schema_migrations WHERE version = (SELECT max(version) FROM schema_migrations)");
    const versions = () => session.run("SELECT version FROM schema_migrations ORDER BY version");
    const before = await versions();
    await using folder = await makeTempFolder();
    const { CODE_SECRET, ...others } = { ...env, ...wrong };
    const given = CODE_SECRET === "" ? others : { ...others, CODE_SECRET };
    const { exitCode, stderr } = await refuse({ DATA_DIR: folder.path, ...given });
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(said)]);
    expect(await versions()).toEqual(before);
  });

  it("is refused on another database than before, until its note is taken away", async () => {
    await using folder = await makeTempFolder();
    const env = sharedDatabase({ url: await makeDatabase(server) });
    await using first = await startProgram({ dataDir: folder.path, env });
    await first.stop();
    const other = { ...env, DATABASE_URL: await makeDatabase(server) };
    const { exitCode, stderr } = await refuse({ DATA_DIR: folder.path, ...other });
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining("is not the database that this node used before")]);
    await using session = openSession(other.DATABASE_URL);
    expect(await session.run(ourTables)).toEqual([]);
    await rm(join(folder.path, "narrows.database"));
    await using again = await startProgram({ dataDir: folder.path, env: other });
    await again.stop();
  });

  it("binds the node to no database when it is refused, so the right one is taken afterwards", async () => {
    const env = sharedDatabase({ url: await makeDatabase(server) });
    await using other = await startProgram({ env });
    await other.stop();
    await using folder = await makeTempFolder();
    const refused = await refuse({ DATA_DIR: folder.path, ...env, CODE_SECRET: "another_secret_than_before" });
    expect(refused.exitCode).toBe(2);
    await expect(readFile(join(folder.path, "narrows.database"))).rejects.toThrow("ENOENT");
    const right = { ...env, DATABASE_URL: await makeDatabase(server) };
    await using program = await startProgram({ dataDir: folder.path, env: right });
    await program.stop();
    expect(await readFile(join(folder.path, "narrows.database"), "utf8")).toMatch(/^[0-9a-f]{32}\n$/);
  });

  it("is refused to a user without rights, and archives as one who has those of the guide and owns nothing", async () => {
    const ownersUrl = await makeDatabase(server);
    const url = new URL(ownersUrl);
    url.username = "narrows_service";
    await using owner = openSession(ownersUrl);
    await owner.run("CREATE ROLE narrows_service LOGIN");
    const env = { ...sharedDatabase({ url: url.href }), RETENTION: "1s" };
    await using folder = await makeTempFolder();
    const unready = await refuse({ DATA_DIR: folder.path, ...env });
    expect([unready.exitCode, unready.stderr]).toEqual([2, expect.stringContaining("lacks a right")]);
    await runNarrows(["db", "migrate"], { env: { DATABASE_URL: ownersUrl } });
    const ungranted = await refuse({ DATA_DIR: folder.path, ...env });
    expect([ungranted.exitCode, ungranted.stderr]).toEqual([2, expect.stringContaining("lacks a right")]);
    await owner.run(await rightsOfGuide());
    await using program = await startProgram({ dataDir: folder.path, env });
    const api = linksApi(program.http, program.admin);
    // Later than a busy machine takes for a create: one that has expired is refused.
    await api.mustCreate({ longUrl, expiresAt: new Date(Date.now() + 10_000).toISOString() });
    await eventually(60_000, "That the link was archived", async () =>
      (await readMetric(program, "narrows_archived_links_total")) === 1 ? true : undefined,
    );
    await program.stop();
  });

  it("is refused on an empty database beside a file with links, and on the file where PostgreSQL was used", async () => {
    await using folder = await makeTempFolder();
    await using embedded = await startProgram({ dataDir: folder.path });
    await linksApi(embedded.http, embedded.admin).mustCreate({ longUrl });
    await embedded.stop();
    const env = sharedDatabase({ url: await makeDatabase(server) });
    const left = await refuse({ DATA_DIR: folder.path, ...env });
    expect([left.exitCode, left.stderr]).toEqual([2, expect.stringContaining("narrows -- db copy")]);
    await using session = openSession(env.DATABASE_URL);
    expect(await session.run(ourTables)).toEqual([]);
    await writeFile(join(folder.path, "narrows.database"), "0".repeat(32));
    const unset = await refuse({ DATA_DIR: folder.path });
    expect([unset.exitCode, unset.stderr]).toEqual([2, expect.stringContaining("DATABASE_URL: it is not set")]);
  });

  it("shows how the driver is doing, warns of an empty database, and tells nobody the password", async () => {
    const url = new URL(await makeDatabase(server));
    url.password = "hunter2hunter2";
    await using program = await startProgram({ env: { DATABASE_URL: url.href } });
    const api = linksApi(program.http, program.admin);
    const { shortCode } = await api.mustCreate({ longUrl });
    expect((await api.follow(shortCode)).locations).toEqual([longUrl]);
    const { body } = await program.http.ask("GET", "/metrics", { headers: program.admin });
    expect(body).toMatch(/^narrows_postgres_lookups_total 1$/m);
    expect(body).toMatch(/^narrows_postgres_lookup_queries_total 1$/m);
    expect(body).toMatch(/^narrows_postgres_creates_total 1$/m);
    expect(body).toMatch(/^narrows_postgres_connections\{purpose="lookups"\} 1$/m);
    expect(body).toMatch(/^narrows_postgres_breaker_open 0$/m);
    expect(body).toMatch(/^narrows_postgres_create_seconds_count 1$/m);
    expect(body).not.toContain("narrows_sqlite");
    expect(program.output()).toContain("The database holds no link.");
    expect(program.output() + body).not.toContain("hunter2");
  });

  it("warns of a replica that is none, and redirects by the primary", async () => {
    const url = await makeDatabase(server);
    await using program = await startProgram({ env: { DATABASE_URL: url, DATABASE_REPLICA_URL: url } });
    await eventually(30_000, "The warning", async () =>
      /DATABASE_REPLICA_URL.*no replica/.test(program.output()) ? true : undefined,
    );
    const api = linksApi(program.http, program.admin);
    const { shortCode } = await api.mustCreate({ longUrl });
    expect((await api.follow(shortCode)).locations).toEqual([longUrl]);
  });

  it("serves by several workers of one node as by one", async () => {
    const env = { ...sharedDatabase({ url: await makeDatabase(server) }), WORKERS: "2" };
    await using program = await startProgram({ env });
    const api = linksApi(program.http, program.admin);
    const { shortCode } = await api.mustCreate({ longUrl });
    expect((await api.follow(shortCode)).status).toBe(302);
    await program.stop();
  });
});
