import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { inParallel } from "../program/in-parallel.ts";
import { linksApi, type CreatedLink } from "../program/links-api.ts";
import { refusalOf } from "../program/problem.ts";
import { adminKey, startProgram, type Program } from "../program/program.ts";
import { runNarrows, type Finished } from "../program/run-narrows.ts";
import { makeTempFolder } from "../program/temp-folder.ts";

const longUrl = "https://example.com/a?b=%2B+%20~&c='d'";

describe("the command line", () => {
  it("makes a key that works until it is revoked", async () => {
    await using program = await startProgram();
    const env = { DATA_DIR: program.dataDir };
    const created = await json(["keys", "create", "--name", "ci", "--scopes", "links:write,links:read"], env);
    const { id, secret } = created as { id: string; secret: string };
    expect(secret).toMatch(/^nrw_/);

    const api = linksApi(program.http, { authorization: `Bearer ${secret}` });
    const link = await api.mustCreate({ longUrl });
    expect((await api.get(link.shortCode)).status).toBe(200);
    const listed = await runNarrows(["keys", "list"], { env });
    expect(listed.stdout).toContain("ci");
    expect(listed.stdout).not.toContain(secret);

    expect((await runNarrows(["keys", "revoke", id], { env })).exitCode).toBe(0);
    expect(refusalOf(await api.create({ longUrl }))).toEqual({ status: 401, code: "KEY_INVALID" });
    expect((await api.follow(link.shortCode)).locations).toEqual([longUrl]);
    expect((await runNarrows(["keys", "revoke", id], { env })).exitCode).toBe(1);
  });

  it("makes, shows, lists and deletes links through a running service", async () => {
    await using program = await startProgram();
    const env = { NARROWS_SERVER: program.origin, NARROWS_KEY: adminKey };
    const made = (await json(["links", "create", longUrl, "--alias", "from-cli"], env)) as CreatedLink;
    expect(made).toMatchObject({ shortCode: "from-cli", longUrl });
    expect(await json(["links", "get", "from-cli"], env)).toMatchObject({ longUrl });
    expect(await json(["links", "list"], env)).toMatchObject({ links: [{ shortCode: "from-cli" }] });
    expect((await runNarrows(["links", "list"], { env })).stdout).toContain("from-cli");

    const taken = await runNarrows(["links", "create", longUrl, "--alias", "from-cli"], { env });
    expect([taken.exitCode, taken.stdout]).toEqual([1, ""]);
    expect(taken.stderr).toMatch(/ALIAS_TAKEN|already|in use/);

    expect((await runNarrows(["links", "delete", "from-cli"], { env })).exitCode).toBe(0);
    expect((await linksApi(program.http).follow("from-cli")).status).toBe(410);
    expect((await runNarrows(["links", "get", "from-cli"], { env })).exitCode).toBe(1);
  });

  it("changes, stops and moderates a link through a running service", async () => {
    await using program = await startProgram();
    const env = { NARROWS_SERVER: program.origin, NARROWS_KEY: adminKey };
    const follow = async () => (await linksApi(program.http).follow("one")).status;
    await json(["links", "create", longUrl, "--alias", "one", "--note", "old"], env);
    const edited = await json(["links", "edit", "one", "--url", "https://b.example", "--no-note"], env);
    expect(edited).toMatchObject({ longUrl: "https://b.example", note: null, version: 2 });
    await json(["links", "disable", "one"], env);
    expect(await follow()).toBe(410);
    await json(["links", "enable", "one"], env);
    expect(await follow()).toBe(302);
    await json(["links", "quarantine", "one", "--reason", "phishing"], env);
    expect(await follow()).toBe(410);
    await json(["links", "release", "one"], env);
    expect(await follow()).toBe(302);
  });

  it("imports a file, and the same file again makes nothing twice", async () => {
    await using folder = await makeTempFolder();
    await using program = await startProgram();
    const env = { NARROWS_SERVER: program.origin, NARROWS_KEY: adminKey };
    const file = join(folder.path, "links.csv");
    const rows = Array.from({ length: 1_500 }, (_, index) => `https://example.com/${index}`);
    await writeFile(file, ["longUrl", ...rows, ""].join("\n"));
    const first = await json(["links", "import", file], env);
    expect(first).toMatchObject({ made: 1_500, reused: 0, refused: 0 });
    expect(await json(["links", "import", file], env)).toEqual(first);
    const listed = (await json(["links", "list", "--limit", "1000"], env)) as { cursor: string };
    const rest = await json(["links", "list", "--limit", "1000", "--cursor", listed.cursor], env);
    expect([listed, rest].map((page) => (page as { links: unknown[] }).links.length)).toEqual([1000, 500]);
  });

  it("says with 1 that no service is there", async () => {
    const { exitCode, stdout, stderr } = await runNarrows(["links", "list"], {
      env: { NARROWS_SERVER: "http://127.0.0.1:1", NARROWS_KEY: adminKey },
    });
    expect([exitCode, stdout, stderr]).toEqual([1, "", expect.stringContaining("http://127.0.0.1:1")]);
  });

  it("copies the database while links are being made; the copy holds every link acknowledged before", async () => {
    await using folder = await makeTempFolder();
    await using program = await startProgram();
    const ledger = new Map<string, string>();
    const creating = createUntilAborted(program, ledger);
    while (ledger.size < 500) await creating.progress();
    const acknowledged = new Map(ledger);
    const copy = join(folder.path, "copy.db");
    const backedUp = await runNarrows(["db", "backup", copy], { env: { DATA_DIR: program.dataDir } });
    expect([backedUp.exitCode, backedUp.stderr]).toEqual([0, ""]);
    expect(ledger.size).toBeGreaterThan(acknowledged.size);
    await creating.stop();
    await program.stop();

    const dataDir = join(folder.path, "restored");
    const restored = await runNarrows(["db", "restore", copy], { env: { DATA_DIR: dataDir } });
    expect([restored.exitCode, restored.stderr]).toEqual([0, ""]);
    await using again = await startProgram({ dataDir });
    await expectAllThere(again, acknowledged);
    await linksApi(again.http, again.admin).mustCreate({ longUrl });
    await again.stop();
  });
});

async function json(args: readonly string[], env: Readonly<Record<string, string>>): Promise<unknown> {
  const finished: Finished = await runNarrows([...args, "--json"], { env });
  expect([finished.exitCode, finished.stderr]).toEqual([0, ""]);
  return JSON.parse(finished.stdout);
}

/** Keeps creating in the background. `progress` resolves with the next acknowledged link. */
function createUntilAborted(program: Program, ledger: Map<string, string>) {
  const api = linksApi(program.http, program.admin);
  const stop = new AbortController();
  let next = Promise.withResolvers<void>();
  const lanes = inParallel(8, Array.from({ length: 8 }), async (_, lane) => {
    for (let index = 0; !stop.signal.aborted; index += 1) {
      const wish = `https://example.com/backup/${lane}/${index}`;
      ledger.set((await api.mustCreate({ longUrl: wish })).shortCode, wish);
      next.resolve();
      next = Promise.withResolvers<void>();
    }
  });
  return {
    progress: () => Promise.race([next.promise, lanes]),
    async stop() {
      stop.abort();
      await lanes;
    },
  };
}

async function expectAllThere({ http }: Program, ledger: ReadonlyMap<string, string>): Promise<void> {
  const api = linksApi(http);
  const lost = await inParallel(32, [...ledger], async ([code, wish]) => {
    const { locations } = await api.follow(code);
    return locations[0] === wish ? [] : [{ code, wish, locations }];
  });
  expect(lost.flat()).toEqual([]);
}
