import { copyFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { migrateSqlite, openSqlite } from "../src/stores/sqlite/index.ts";
import { createCommand, sampleLink } from "../src/testing/index.ts";
import { patient } from "./patient.ts";
import { ready, spawnRival, type Rival } from "./rival.ts";
import { temporaryFolder, type TemporaryFolder } from "./temporary-folder.ts";

let folder: TemporaryFolder;
let path: string;
let service: Rival;

beforeEach(async () => {
  folder = temporaryFolder();
  path = folder.file("links.db");
  await migrateSqlite(path);
  copyFileSync(path, folder.file("older.db"));
  service = await ready(spawnRival("answer", path));
});
afterEach(async () => {
  await kill();
  folder.remove();
});

async function kill(): Promise<void> {
  if (service.child.exitCode !== null || service.child.signalCode !== null) return;
  service.child.kill("SIGKILL");
  await service.exited;
}

/** Asks the other process for links, one after the other, and tells how each ended. */
async function create(...codes: readonly string[]): Promise<readonly unknown[]> {
  const outcomes: unknown[] = [];
  for (const code of codes) {
    service.child.stdin.write(`${code}\n`);
    outcomes.push((await service.said.next()).value);
  }
  return outcomes;
}

/** Which of these codes the next start finds, after whoever starts it did as it is told about a log that is gone. */
async function findAfterKill(...codes: readonly string[]): Promise<readonly string[]> {
  await kill();
  rmSync(`${path}-shm`, { force: true });
  const database = await openSqlite({ path, ...patient });
  try {
    const links = await Promise.all(codes.map((code) => database.links.find({ domain: "", code })));
    return codes.filter((_, index) => links[index] !== undefined);
  } finally {
    await database.close();
  }
}

const removeLog = (): void => rmSync(`${path}-wal`);
const removeIndex = (): void => rmSync(`${path}-shm`);

const damages: readonly (readonly [string, () => void])[] = [
  ["its log was removed", removeLog],
  ["its log was emptied", () => truncateSync(`${path}-wal`, 0)],
  ["its log was cut", () => truncateSync(`${path}-wal`, 4_152)],
  ["its index was removed", removeIndex],
  [
    "another log lies in the place of its own",
    () => {
      removeLog();
      writeFileSync(`${path}-wal`, "");
    },
  ],
  [
    "an older copy was laid over its file, without log and index",
    () => {
      removeLog();
      removeIndex();
      copyFileSync(folder.file("older.db"), path);
    },
  ],
];

describe("a database in use", () => {
  it.each(damages)("acknowledges nothing that a kill would lose, once %s", async (_, damage) => {
    expect(await create("a1", "a2", "a3")).toEqual(["created", "created", "created"]);
    damage();
    const later = ["b1", "b2", "b3"];
    const outcomes = await create(...later);
    const acknowledged = later.filter((__, index) => outcomes[index] === "created");
    expect(await findAfterKill(...later)).toEqual(expect.arrayContaining(acknowledged));
    expect(outcomes).toEqual(later.map(() => "STORE_UNAVAILABLE"));
  });

  it("saves what its removed log held", async () => {
    await create("a1", "a2");
    removeLog();
    await create("b1");
    expect(await findAfterKill("a1", "a2", "b1")).toEqual(["a1", "a2"]);
  });

  it("saves what its removed log held also where nobody asks until it is closed", async () => {
    await create("a1", "a2");
    removeLog();
    service.child.stdin.end();
    expect(await service.exited).toEqual([0, null]);
    expect(folder.names()).toEqual(["links.db", "older.db"]);
    expect(await findAfterKill("a1", "a2")).toEqual(["a1", "a2"]);
  });

  it("keeps what both it and a process with another index wrote", async () => {
    await create("a1", "a2");
    removeIndex();
    await createHere("other");
    expect(await create("b1")).toEqual(["STORE_UNAVAILABLE"]);
    expect(await findAfterKill("a1", "a2", "other", "b1")).toEqual(["a1", "a2", "other"]);
  });

  it("leaves its file alone when it is closed after another process may have changed it unseen", async () => {
    await create("a1");
    removeIndex();
    await createHere("other");
    const { mtimeNs } = statSync(path, { bigint: true });
    service.child.stdin.end();
    expect(await service.exited).toEqual([0, null]);
    expect(statSync(path, { bigint: true }).mtimeNs).toBe(mtimeNs);
    expect(await findAfterKill("a1", "other")).toEqual(["a1", "other"]);
  });

  it("is not opened by another process while its log is gone", async () => {
    await create("a1");
    removeLog();
    const refused = { name: "DatabaseError", code: "LOG_MISSING" };
    await expect(openSqlite({ path })).rejects.toMatchObject(refused);
    expect(folder.names()).not.toContain("links.db-wal");
    await create("b1");
    expect(await findAfterKill("a1")).toEqual(["a1"]);
  });

  it("goes on while other processes open it, write, empty the log and close", async () => {
    for (const round of [1, 2, 3]) {
      expect(await create(`a${round}`, `b${round}`)).toEqual(["created", "created"]);
      await createHere(`c${round}`);
    }
    expect(await findAfterKill("a1", "b1", "c1", "a3", "b3", "c3")).toHaveLength(6);
  });
});

/** What a command beside the service does: it opens the database, writes and closes it. */
async function createHere(code: string): Promise<void> {
  const database = await openSqlite({ path, ...patient });
  try {
    await database.links.create(createCommand(sampleLink({ code })));
  } finally {
    await database.close();
  }
}
