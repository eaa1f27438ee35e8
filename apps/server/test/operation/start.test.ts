import { execFile } from "node:child_process";
import { readdir, readFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";
import { migrateSqlite } from "@narrows/links/sqlite";
import { ConfigError } from "@narrows/service";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { databasePath, readServerConfig, serve, startServer } from "../../src/index.ts";
import { adminKey, openTestServer, temporaryFolder, type TestServer } from "../harness/running-server.ts";

async function startRefusal(environment: Readonly<Record<string, string>>): Promise<string> {
  const dataDir = await temporaryFolder();
  const starting = startServer(readServerConfig({ PORT: "0", DATA_DIR: dataDir, ...environment }));
  const error = await starting.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ConfigError);
  return error instanceof ConfigError ? error.message : "";
}

const readiness = async (server: TestServer): Promise<number> => (await server.send("/readyz")).status;
/** A slow machine may be late to read the log of changes. */
const patience = { timeout: 60_000 };

describe("readServerConfig", () => {
  it("has a default for everything", () => {
    expect(readServerConfig({})).toMatchObject({
      host: "127.0.0.1",
      port: 8787,
      dataDir: "./data",
      codeStrategy: "hmac7",
      anonymousCreate: "auto",
      allowPrivateDestinations: false,
      deafLimitMs: 30_000,
    });
  });

  it.each([
    [{ PORT: "70000" }, "PORT"],
    [{ BASE_URL: "sho.rt" }, "BASE_URL"],
    [{ BASE_URL: "https://sho.rt/links" }, "BASE_URL"],
    [{ BASE_URL: "https://u:p@sho.rt" }, "BASE_URL"],
    [{ BASE_URL: "https://sho.rt", DOMAINS: "SHO.rt" }, "DOMAINS"],
    [{ DOMAINS: "a.example,a.example" }, "DOMAINS"],
    [{ DOMAINS: "a.example,a.example." }, "DOMAINS"],
    [{ BASE_URL: "https://sho.rt", DOMAINS: "sho.rt." }, "DOMAINS"],
    [{ BASE_URL: "https://sho.rt.", DOMAINS: "sho.rt" }, "DOMAINS"],
    [{ DOMAINS: "." }, "DOMAINS"],
    [{ BASE_URL: "http://./" }, "BASE_URL"],
    [{ DOMAINS: "https://a.example" }, "DOMAINS"],
    [{ CODE_STRATEGY: "snowfall" }, "CODE_STRATEGY"],
    [{ NODE_NAME: "a node" }, "NODE_NAME"],
    [{ NODE_NAME: "x".repeat(101) }, "NODE_NAME"],
    [{ ANONYMOUS_CREATE: "maybe" }, "ANONYMOUS_CREATE"],
    [{ TRUSTED_PROXIES: "proxy" }, "TRUSTED_PROXIES"],
    [{ ALLOW_PRIVATE_DESTINATIONS: "true" }, "ALLOW_PRIVATE_DESTINATIONS"],
    [{ DEAF_LIMIT: "30" }, "DEAF_LIMIT"],
    [{ CACHE_SIZE: "64" }, "CACHE_SIZE"],
    [{ LOG_LEVEL: "loud" }, "LOG_LEVEL"],
    [{ ADMIN_KEY: "correct horse battery staple" }, "ADMIN_KEY"],
    [{ ADMIN_KEY: "schlüssel-zum-glück" }, "ADMIN_KEY"],
    [{ ADMIN_KEY: "x".repeat(513) }, "ADMIN_KEY"],
  ])("refuses %j", (environment, option) => {
    expect(() => readServerConfig(environment)).toThrow(option);
  });

  it("takes a secret with spaces where it is never sent", () => {
    const environment = { CODE_SECRET: "correct horse battery staple", ADMIN_KEY: "x".repeat(512) };
    expect(readServerConfig(environment)).toMatchObject({ codeSecret: environment.CODE_SECRET });
  });

  it("takes the dot at a host's end off, for no Host header is compared with it", () => {
    const config = readServerConfig({ BASE_URL: "http://Sho.rt.:8080", DOMAINS: "Go.example.com.,a.example.." });
    expect(config.baseUrl?.href).toBe("http://sho.rt:8080/");
    expect(config.domains).toEqual(["go.example.com", "a.example"]);
    expect(readServerConfig({ BASE_URL: "http://sho.rt./" }).baseUrl?.origin).toBe("http://sho.rt");
  });

  it("names every fault at once and never a secret", () => {
    const read = () => readServerConfig({ PORT: "x", ADMIN_KEY: "short-secret", CODE_SECRET: "tiny" });
    expect(read).toThrow(/PORT[\s\S]*ADMIN_KEY[\s\S]*CODE_SECRET/);
    expect(read).not.toThrow(/short-secret|tiny/);
  });
});

describe("serve", () => {
  it("writes the faults to standard error and answers 2", async () => {
    const write = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    onTestFinished(() => write.mockRestore());
    expect(await serve({ PORT: "x", LOG_LEVEL: "loud" })).toBe(2);
    expect(write.mock.calls.join("")).toMatch(/PORT.*\n.*LOG_LEVEL/);
    expect(write.mock.calls.join("")).not.toContain("    at ");
  });
});

describe("startServer", () => {
  it("says which port is in use", async () => {
    const blocker = createServer().listen(0, "127.0.0.1");
    onTestFinished(() => void blocker.close());
    await new Promise((resolve) => blocker.once("listening", resolve));
    const { port } = blocker.address() as { readonly port: number };
    const dataDir = await temporaryFolder();
    expect(await startRefusal({ PORT: String(port), DATA_DIR: dataDir })).toMatch(
      new RegExp(`PORT: ${port} is in use`),
    );
    // Whoever has the port may be an older release with this very database, which must stay as it is.
    expect(await readdir(dataDir)).toEqual([]);
  });

  it("says that HOST is no address of this machine", async () => {
    expect(await startRefusal({ HOST: "192.0.2.1" })).toContain("HOST: 192.0.2.1");
  });

  it("says that DATA_DIR cannot be made", async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, "file"), "");
    expect(await startRefusal({ DATA_DIR: join(folder, "file", "data") })).toContain(
      `  DATA_DIR: ${join(folder, "file", "data")} lies below a file (ENOTDIR). Name a folder, or move the file away.`,
    );
    expect(await startRefusal({ DATA_DIR: join(folder, "file") })).toContain(
      `  DATA_DIR: ${join(folder, "file")} is a file, not a folder (EEXIST). Name a folder, or move the file away.`,
    );
  });

  it("makes DATA_DIR for its owner alone", async () => {
    const dataDir = join(await temporaryFolder(), "new");
    await openTestServer({ dataDir });
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
  });

  it("ends no line of a fault with a space", async () => {
    const folder = await temporaryFolder();
    await writeFile(databasePath(folder), "not a database, but long enough to look at".repeat(100));
    expect(await startRefusal({ DATA_DIR: folder })).not.toMatch(/ $/m);
  });

  it.each([
    ["admin-key", "x\n"],
    ["admin-key", "correct horse battery staple\n"],
    ["code-secret", "x\n"],
    ["code-secret", "two lines of sixteen\nand more characters\n"],
  ])("refuses what the file %s holds as it would from the environment", async (name, content) => {
    const { dataDir, stop } = await openTestServer();
    await stop();
    await writeFile(join(dataDir, name), content);
    const refusal = await startRefusal({ DATA_DIR: dataDir });
    expect(refusal).toContain(`${join(dataDir, name)}: what the file holds is no such secret.`);
    expect(refusal).toContain("text of 16 characters or more");
  });

  it.each([
    ["is missing", (path: string) => rm(path)],
    ["is empty", (path: string) => writeFile(path, "")],
  ])("refuses to begin anew when the database %s and the secrets are not", async (found, lose) => {
    const { dataDir, stop } = await openTestServer();
    await stop();
    await lose(databasePath(dataDir));
    expect(await startRefusal({ DATA_DIR: dataDir })).toMatch(
      new RegExp(
        `DATA_DIR: .*narrows\\.db ${found} .*npm run narrows -- db restore FILE.*npm run narrows -- db migrate`,
      ),
    );
    await migrateSqlite(databasePath(dataDir));
    await openTestServer({ dataDir });
  });

  it.each([
    ["is missing", (path: string) => rm(path)],
    ["is empty", (path: string) => writeFile(path, "")],
  ])("refuses to begin anew when the database %s also where no secret is kept in a file", async (found, lose) => {
    const environment = { CODE_SECRET: "a secret for tests" };
    const { dataDir, stop } = await openTestServer({ environment });
    await stop();
    await lose(databasePath(dataDir));
    expect(await startRefusal({ DATA_DIR: dataDir, ADMIN_KEY: adminKey, ...environment })).toMatch(
      new RegExp(
        `DATA_DIR: .*narrows\\.db ${found} .*npm run narrows -- db restore FILE.*npm run narrows -- db migrate`,
      ),
    );
    await migrateSqlite(databasePath(dataDir));
    await openTestServer({ dataDir, environment });
  });

  it.each([
    ["missing", () => undefined],
    ["empty", (path: string) => writeFile(path, "")],
  ])("refuses to begin anew beside the log of a database that is %s", async (_, leave) => {
    const dataDir = await temporaryFolder();
    const path = databasePath(dataDir);
    await leave(path);
    await writeFile(`${path}-wal`, "what was acknowledged last");
    expect(await startRefusal({ DATA_DIR: dataDir })).toContain("narrows.db-wal");
    expect(await readFile(`${path}-wal`, "utf8")).toBe("what was acknowledged last");
    await rm(`${path}-wal`);
    await openTestServer({ dataDir });
  });

  it.each(["no file yet", "an empty file", "a database without tables", "a database"])(
    "goes on with a first start that was killed when there was %s",
    async (left) => {
      const dataDir = await temporaryFolder();
      const path = databasePath(dataDir);
      if (left === "an empty file") await writeFile(path, "");
      if (left === "a database") await migrateSqlite(path);
      if (left === "a database without tables") {
        const database = new DatabaseSync(path);
        database.exec("PRAGMA journal_mode = WAL");
        database.close();
      }
      const server = await openTestServer({ dataDir });
      await expect.poll(() => readiness(server), patience).toBe(200);
    },
  );

  it("begins on an empty file where no service was before", async () => {
    const dataDir = await temporaryFolder();
    await writeFile(databasePath(dataDir), "");
    const server = await openTestServer({ dataDir });
    await expect.poll(() => readiness(server), patience).toBe(200);
  });

  it("refuses a database that a newer release has written", async () => {
    const first = await openTestServer();
    await first.stop();
    const database = new DatabaseSync(databasePath(first.dataDir));
    const columns = database.prepare("SELECT * FROM schema_migrations ORDER BY version DESC LIMIT 1").get() ?? {};
    const names = Object.keys(columns);
    const values = names.map((name) => (name === "version" ? 9_999 : (columns[name] ?? null)));
    database
      .prepare(`INSERT INTO schema_migrations (${names.join()}) VALUES (${names.map(() => "?").join()})`)
      .run(...values);
    database.close();
    expect(await startRefusal({ DATA_DIR: first.dataDir })).toMatch(/newer release/);
  });

  it("refuses a file that is no database", async () => {
    const folder = await temporaryFolder();
    await writeFile(databasePath(folder), "not a database, but long enough to look at".repeat(100));
    expect(await startRefusal({ DATA_DIR: folder })).toContain("not an SQLite database");
  });

  it("refuses a blocklist that is not there or has a line that is no host", async () => {
    const folder = await temporaryFolder();
    const file = join(folder, "blocklist");
    const read = () => readServerConfig({ BLOCKLIST_FILE: file, PORT: "x" });
    // In one round with the other faults, each a sentence.
    expect(read).toThrow(/PORT: [^]*BLOCKLIST_FILE: .*ENOENT.*\. Name a readable file/);
    await writeFile(file, "good.example\n/not a host/\n");
    expect(read).toThrow(/BLOCKLIST_FILE: .*Line 2 of the blocklist: .*\. Name a readable file/);
  });

  it.each(["BLOCKLIST_FILE", "SAFETY_LIST_FILE"])(
    "refuses as %s what is no file or has no end, without waiting for it",
    async (name) => {
      const folder = await temporaryFolder();
      const pipe = join(folder, "pipe");
      await promisify(execFile)("mkfifo", [pipe]);
      for (const path of [pipe, "/dev/zero", folder]) {
        expect(() => readServerConfig({ [name]: path })).toThrow(/NOT_A_FILE: .* Name a readable file/);
      }
      const large = join(folder, "large");
      await writeFile(large, "");
      await truncate(large, 32 * 1024 * 1024 + 1);
      expect(() => readServerConfig({ [name]: large })).toThrow(/FILE_TOO_LARGE: .* Name a readable file/);
    },
  );

  it("applies the blocklist", async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, "blocklist"), "bad.example\n");
    const server = await openTestServer({ environment: { BLOCKLIST_FILE: join(folder, "blocklist") } });
    const answer = await server.send("/v1/urls", { method: "POST", body: { longUrl: "https://www.bad.example/" } });
    expect(answer.json()).toMatchObject({ status: 422, code: "DESTINATION_BLOCKED" });
  });

  it.each([
    ["sequence", /^1$/],
    ["digest", /^[A-Za-z0-9]{7}$/],
    ["hmac7", /^[A-Za-z0-9]{7}$/],
    ["snowflake", /^[A-Za-z0-9]{10,11}$/],
    ["snowflake-permuted", /^[A-Za-z0-9]{11}$/],
  ])("makes codes by %s", async (strategy, form) => {
    const server = await openTestServer({ environment: { CODE_STRATEGY: strategy } });
    const { shortCode } = await server.create({ longUrl: "https://example.com/" });
    expect(shortCode).toMatch(form);
  });
});
