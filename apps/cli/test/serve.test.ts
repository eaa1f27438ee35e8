import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cliPath, runCli } from "./run-cli.ts";
import { makeTempFolder, type TempFolder } from "./temp-folder.ts";

const startDeadlineMs = 60_000;

type Served = { readonly child: ChildProcess; readonly address: string; readonly ended: Promise<unknown> };

/** Starts `narrows serve` on a free port and waits until its log says where. */
async function startServe(dataDir: string): Promise<Served> {
  const child = spawn(process.execPath, [cliPath, "serve"], {
    env: { DATA_DIR: dataDir, PORT: "0" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "close");
  const signal = AbortSignal.timeout(startDeadlineMs);
  let log = "";
  for (;;) {
    const [chunk] = (await once(child.stdout, "data", { signal })) as [Buffer];
    log += chunk.toString();
    const port = /http:\/\/[^"/]+:(\d+)/.exec(log)?.[1];
    if (port === undefined) continue;
    child.stdout.resume();
    return { child, address: `http://127.0.0.1:${port}`, ended };
  }
}

describe("narrows serve", () => {
  let folder: TempFolder;
  let dataDir: string;
  let child: ChildProcess;
  let address: string;
  let ended: Promise<unknown>;
  const run = (...args: readonly string[]) => runCli(args, { DATA_DIR: dataDir, NARROWS_SERVER: address });

  beforeAll(async () => {
    folder = await makeTempFolder();
    dataDir = join(folder.path, "data");
    ({ child, address, ended } = await startServe(dataDir));
  });

  afterAll(async () => {
    child.kill("SIGKILL");
    // Whoever lives a moment longer may write into a folder that is being removed.
    await ended;
    await folder[Symbol.asyncDispose]();
  });

  test("lets the links commands create, show, list and delete with this machine's admin key", async () => {
    const created = JSON.parse((await run("links", "create", "https://example.com/a?b=c", "--json")).stdout);
    const answer = await fetch(`${address}/${created.shortCode}`, { redirect: "manual" });
    expect([answer.status, answer.headers.get("location")]).toEqual([302, "https://example.com/a?b=c"]);
    expect(JSON.parse((await run("links", "get", created.shortCode, "--json")).stdout)).toMatchObject(created);
    expect(JSON.parse((await run("links", "list", "--json")).stdout)).toMatchObject({ links: [created], cursor: null });
    expect(await run("links", "delete", created.shortCode)).toMatchObject({ exitCode: 0 });
    const gone = await run("links", "get", created.shortCode);
    expect([gone.exitCode, gone.stderr]).toEqual([1, expect.stringContaining("[LINK_DELETED]")]);
  });

  test("takes a key that was made while it runs, and refuses it as soon as it is revoked", async () => {
    const { id, secret } = JSON.parse((await run("keys", "create", "--name", "ci", "--json")).stdout);
    const create = ["links", "create", "https://example.com/", "--key", secret];
    expect(await run(...create)).toMatchObject({ exitCode: 0 });
    await run("keys", "revoke", id);
    const refused = await run(...create);
    expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining("[KEY_INVALID]")]);
  });

  test("keeps the administrator's links from every other key", async () => {
    await run("links", "create", "https://example.com/", "--alias", "admins");
    const database = new DatabaseSync(join(dataDir, "narrows.db"), { readOnly: true });
    const row = database
      .prepare("SELECT name FROM owners JOIN links ON links.owner_id = owners.id WHERE code = 'admins'")
      .get();
    database.close();
    const refused = await run("keys", "create", "--name", "impostor", "--owner", String(row?.["name"]));
    expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringContaining("administrator")]);
  });

  test("can be backed up while it runs, and not restored", async () => {
    const { shortCode } = JSON.parse((await run("links", "create", "https://example.com/kept", "--json")).stdout);
    const copy = join(folder.path, "copy.db");
    expect(await run("db", "backup", copy)).toMatchObject({ exitCode: 0 });
    const restored = await run("db", "restore", copy);
    expect([restored.exitCode, restored.stderr]).toEqual([1, expect.stringContaining("[FILE_IN_USE]")]);
    expect((await fetch(`${address}/${shortCode}`, { redirect: "manual" })).status).toBe(302);
  });
});

describe("the end of narrows serve", () => {
  test("is 0 on SIGTERM, and the compiled sources are kept for the next start", async () => {
    await using folder = await makeTempFolder();
    const dataDir = join(folder.path, "data");
    const { child, ended } = await startServe(dataDir);
    child.kill("SIGTERM");
    await ended;
    expect(child.exitCode).toBe(0);
    const [version = ""] = readdirSync(join(dataDir, "compile-cache"));
    expect(readdirSync(join(dataDir, "compile-cache", version)).length).toBeGreaterThan(50);
  });

  test("is 2 when an option must be changed, with nothing made", async () => {
    await using folder = await makeTempFolder();
    const dataDir = join(folder.path, "data");
    const { exitCode, stderr } = await runCli(["serve"], { DATA_DIR: dataDir, PORT: "http", LOG_LEVEL: "loud" });
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/PORT[^]*LOG_LEVEL/);
    expect(existsSync(join(dataDir, "narrows.db"))).toBe(false);
  });
});
