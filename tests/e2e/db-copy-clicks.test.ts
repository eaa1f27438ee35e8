import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { openSqliteClicks } from "@narrows/clicks/sqlite";
import { batchOf, newClick } from "@narrows/clicks/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeDatabase } from "../links/postgres/database.ts";
import { eventually } from "../program/deadline.ts";
import { linksApi } from "../program/links-api.ts";
import { startProgram, type Program } from "../program/program.ts";
import { runNarrows } from "../program/run-narrows.ts";
import { makeTempFolder } from "../program/temp-folder.ts";
import { postgresProgram, startPostgres, type PostgresServer } from "../services/postgres-server.ts";

const settings = { CODE_SECRET: "the secret of before and after" };
const person = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0" };
const headers = { ...person, "accept-language": "ko" };

async function follow({ http }: Program, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    expect((await http.ask("GET", "/kept", { headers })).status).toBe(302);
  }
}

/** Until at least so many are counted; more would be seen, too. */
async function counted({ http, admin }: Program, least: number): Promise<number> {
  return eventually(60_000, "The count of clicks", async () => {
    const answer = await http.ask("GET", "/v1/urls/kept/stats", { headers: admin });
    const count = answer.status === 200 ? (answer.json() as { byClass: { human: number } }).byClass.human : 0;
    return count >= least ? count : undefined;
  });
}

async function copy(dataDir: string, url: string, ...options: readonly string[]) {
  const env = { DATA_DIR: dataDir, DATABASE_URL: url };
  const { exitCode, stdout } = await runNarrows(["db", "copy", ...options], { env });
  return { exitCode, stdout };
}

describe.skipIf(postgresProgram() === undefined)("db copy of clicks", () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server[Symbol.asyncDispose]());

  it("brings the counts along, and what the files have left is counted once", async () => {
    await using folder = await makeTempFolder();
    const url = await makeDatabase(server);
    await using before = await startProgram({ dataDir: folder.path, env: settings });
    await linksApi(before.http, before.admin).mustCreate({ longUrl: "https://example.com/", alias: "kept" });
    await follow(before, 30);
    expect(await counted(before, 30)).toBe(30);
    await follow(before, 10);
    await before.stop();
    const copied = await copy(folder.path, url);
    expect(copied).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("Clicks were copied") as string });

    await using after = await startProgram({ dataDir: folder.path, env: { ...settings, DATABASE_URL: url } });
    await follow(after, 5);
    expect(await counted(after, 45)).toBe(45);
    await after.stop();
    const [again, merged] = [await copy(folder.path, url), await copy(folder.path, url, "--merge")];
    // Its nodes are in use by now, and have counted.
    expect(again.exitCode).toBe(1);
    expect(merged).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("Clicks were not copied") as string });
  });

  it("leaves those that the other database has counted, and says so", async () => {
    await using folder = await makeTempFolder();
    const url = await makeDatabase(server);
    await using program = await startProgram({ dataDir: folder.path, env: { ...settings, CLICKS: "off" } });
    await program.stop();
    expect((await copy(folder.path, url)).stdout).not.toContain("Clicks");
    await mkdir(join(folder.path, "clicks"));
    const store = await openSqliteClicks({ path: join(folder.path, "clicks", "clicks.sqlite") });
    const at = Date.UTC(2026, 10, 1);
    await store.store(batchOf([newClick({ at })], { partition: "here" }));
    await store.close();
    expect((await copy(folder.path, url)).stdout).toContain("1 of people here, 1 there");
    await rm(join(folder.path, "clicks"), { recursive: true });
    await mkdir(join(folder.path, "clicks"));
    await (await openSqliteClicks({ path: join(folder.path, "clicks", "clicks.sqlite") })).close();
    const refused = await copy(folder.path, url);
    expect(refused).toMatchObject({ exitCode: 1, stdout: expect.stringContaining("remove its schema") as string });
  });
});
