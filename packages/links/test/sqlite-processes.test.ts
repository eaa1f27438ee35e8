import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { migrateSqlite, openSqlite } from "../src/stores/sqlite/index.ts";
import { ready, spawnRival, type Rival } from "./rival.ts";
import { temporaryFolder, type TemporaryFolder } from "./temporary-folder.ts";

let folder: TemporaryFolder;
let path: string;
const rivals: Rival[] = [];

beforeEach(() => {
  folder = temporaryFolder();
  path = folder.file("links.db");
});
afterEach(async () => {
  for (const rival of rivals.splice(0)) {
    rival.child.kill("SIGKILL");
    await rival.exited;
  }
  folder.remove();
});

function spawn(task: string, more?: string): Rival {
  const rival = spawnRival(task, path, more);
  rivals.push(rival);
  return rival;
}

function start(task: string, more?: string): Promise<Rival> {
  return ready(spawn(task, more));
}

describe("several processes on one file", () => {
  it("give each of 100 codes to one of the two that want it, and lose none", async () => {
    const both = await Promise.all([start("race", "same"), start("race", "same")]);
    for (const rival of both) rival.begin();
    const [one, other] = (await Promise.all(both.map(async (rival) => (await rival.said.next()).value))) as {
      pid: number;
      kinds: string[];
    }[];
    if (one === undefined || other === undefined) throw new Error("Both rivals speak.");
    const database = await openSqlite({ path });
    for (const [index, kind] of one.kinds.entries()) {
      expect(new Set([kind, other.kinds[index]])).toEqual(new Set(["code-taken", "created"]));
      const winner = kind === "created" ? one.pid : other.pid;
      expect((await database.links.find({ domain: "", code: `same${index}` }))?.note).toBe(String(winner));
    }
    await database.close();
    expect(await Promise.all(both.map((rival) => rival.exited))).toEqual([
      [0, null],
      [0, null],
    ]);
  });

  it("migrate one new file together", async () => {
    const all = await Promise.all([start("migrate"), start("migrate"), start("migrate")]);
    for (const rival of all) rival.begin();
    const results = await Promise.all(all.map(async (rival) => (await rival.said.next()).value));
    const { to } = await migrateSqlite(path);
    for (const result of results) expect(result).toMatchObject({ to });
    expect(to).toBeGreaterThan(0);
  });
});

describe("a process", () => {
  it("that is killed while it creates has lost no link that it acknowledged", async () => {
    const rival = await start("create");
    rival.begin();
    const acknowledged: string[] = [];
    while (acknowledged.length < 500) acknowledged.push((await rival.said.next()).value as string);
    rival.child.kill("SIGKILL");
    for (let said = await rival.said.next(); said.done !== true; said = await rival.said.next()) {
      acknowledged.push(said.value as string);
    }
    const database = await openSqlite({ path });
    for (const code of acknowledged) expect(await database.links.find({ domain: "", code })).toBeDefined();
    await database.close();
  });

  it("ends by itself once the store is closed", async () => {
    const rival = spawn("close");
    expect((await rival.said.next()).value).toBe("closed");
    expect(await rival.exited).toEqual([0, null]);
  });
});
