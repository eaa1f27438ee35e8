import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { openSqliteClicks } from "@narrows/clicks/sqlite";
import { newClick } from "@narrows/clicks/testing";
import { describe, expect, test } from "vitest";
import { runCli } from "./run-cli.ts";
import { makeTempFolder } from "./temp-folder.ts";

const at = Date.UTC(2026, 10, 30, 12);
const dead = {
  partition: "p",
  batchTo: 20,
  index: 0,
  record: 'no "click"\u0007',
  fault: "It is not JSON.",
  foundAt: at,
};

const asOf = Date.UTC(2026, 10, 30, 13);

/** A DATA_DIR with one click and one record that is none. */
async function openFolder() {
  const folder = await makeTempFolder();
  mkdirSync(join(folder.path, "clicks"));
  const store = await openSqliteClicks({ path: join(folder.path, "clicks", "clicks.sqlite") });
  await store.store({ partition: "p", from: 0, to: 20, clicks: [newClick({ at })], dead: [dead] });
  await store.close();
  return folder;
}

describe("clicks dead", () => {
  test("lists what was no click, for people without what their terminal would obey", async () => {
    await using folder = await openFolder();
    const env = { DATA_DIR: folder.path };
    const json = await runCli(["clicks", "dead", "--json"], env);
    expect(JSON.parse(json.stdout)).toEqual({ deadLetters: [{ ...dead, foundAt: new Date(at).toISOString() }] });
    const { stdout, exitCode } = await runCli(["clicks", "dead"], env);
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining("It is not JSON.")]);
    expect(stdout).not.toContain("\u0007");
  });

  test.each([[["clicks", "dead"]], [["clicks", "rebuild", "--from", "2026-11-30", "--to", "2026-11-30"]]])(
    "%j finds no clicks where none were counted, and makes no file",
    async (args) => {
      await using folder = await makeTempFolder();
      const { exitCode, stderr } = await runCli(args, { DATA_DIR: join(folder.path, "none") });
      expect([exitCode, stderr]).toEqual([1, expect.stringContaining("[CLICKS_MISSING]")]);
    },
  );

  test("looks into no file where the service uses PostgreSQL", async () => {
    await using folder = await openFolder();
    writeFileSync(join(folder.path, "narrows.database"), "some-database\n");
    const { exitCode, stderr } = await runCli(["clicks", "dead"], { DATA_DIR: folder.path });
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining("[DATABASE_URL_MISSING]")]);
  });

  test("says that a store does not answer", async () => {
    await using folder = await makeTempFolder();
    const env = { DATA_DIR: folder.path, CLICKHOUSE_URL: "http://127.0.0.1:1/narrows" };
    const { exitCode, stderr } = await runCli(["clicks", "dead"], env);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining("[CLICK_STORE_FAILED]")]);
  });
});

describe("clicks rebuild", () => {
  test("counts whole days anew", async () => {
    await using folder = await openFolder();
    const { exitCode, stdout } = await runCli(
      ["clicks", "rebuild", "--from", "2026-11-30", "--to", "2026-11-30", "--json"],
      { DATA_DIR: folder.path },
    );
    expect([exitCode, JSON.parse(stdout)]).toEqual([0, { from: "2026-11-30", to: "2026-11-30" }]);
  });

  test.each([
    ["2026-02-30", "2026-03-01"],
    ["2026-11-30", "2026-11-29"],
    ["today", "2026-11-30"],
    ["2026-11-30T00:00:00Z", "2026-11-30"],
    ["2026-11-30", "2090-01-01"],
  ])("takes no %s to %s", async (from, to) => {
    await using folder = await openFolder();
    const { exitCode, stderr } = await runCli(["clicks", "rebuild", "--from", from, "--to", to], {
      DATA_DIR: folder.path,
    });
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining("[OPTION_INVALID]")]);
  });
});

test("clicks rebuild says from which day on it can count anew", async () => {
  await using folder = await openFolder();
  const store = await openSqliteClicks({ path: join(folder.path, "clicks", "clicks.sqlite") });
  await store.forget({ rawBefore: Date.UTC(2026, 10, 28, 7), slotsBefore: undefined });
  await store.close();
  const days = ["--from", "2026-11-28", "--to", "2026-11-30"];
  const { exitCode, stderr } = await runCli(["clicks", "rebuild", ...days], { DATA_DIR: folder.path });
  expect([exitCode, stderr]).toEqual([
    1,
    expect.stringContaining("[CLICKS_NOT_KEPT]\n  Begin with 2026-11-29 or later."),
  ]);
});

/** A DATA_DIR in which the partition was counted up to an instant, and nothing was heard of it for a quarter of an hour. */
async function openSilentFolder(partition = "p") {
  const folder = await openFolder();
  const path = join(folder.path, "clicks", "clicks.sqlite");
  const store = await openSqliteClicks({ path });
  await store.complete(partition, asOf);
  await store.close();
  const database = new DatabaseSync(path);
  database.exec(`UPDATE positions SET seen_at = ${Date.now() - 900_000}`);
  database.close();
  return folder;
}

/** The service's own log has it. */
function makeLog(folder: string) {
  mkdirSync(join(folder, "clicks", "log", "p"), { recursive: true });
}

async function partitionsIn(folder: string) {
  const { stdout } = await runCli(["clicks", "partitions", "--json"], { DATA_DIR: folder });
  const { partitions } = JSON.parse(stdout) as { partitions: readonly object[] };
  return partitions;
}

describe("clicks partitions", () => {
  test("lists how far each is counted, up to when, and whether its log is here", async () => {
    await using folder = await openSilentFolder();
    const row = { partition: "p", position: 20, asOf: new Date(asOf).toISOString(), isWaitedFor: true };
    const seenAt = expect.any(String);
    expect(await partitionsIn(folder.path)).toEqual([{ ...row, seenAt, isLogHere: false }]);
    makeLog(folder.path);
    expect(await partitionsIn(folder.path)).toEqual([{ ...row, seenAt, isLogHere: true }]);
    const { stdout } = await runCli(["clicks", "partitions"], { DATA_DIR: folder.path, LANG: "ko_KR" });
    expect(stdout).toMatch(/^파티션.*\np +20 +2026-11-30T13:00:00.000Z .*여기 있음\n$/);
  });

  test("does not say of the log of another CLICKS that it is not here", async () => {
    await using folder = await makeTempFolder();
    mkdirSync(join(folder.path, "clicks"));
    const store = await openSqliteClicks({ path: join(folder.path, "clicks", "clicks.sqlite") });
    for (const partition of ["kafka:clicks/0", "outbox"]) await store.complete(partition, asOf);
    await store.close();
    expect(await partitionsIn(folder.path)).toMatchObject([{ isLogHere: null }, { isLogHere: null }]);
    const { stdout } = await runCli(["clicks", "partitions"], { DATA_DIR: folder.path, LANG: "ko_KR" });
    expect(stdout).toMatch(/^파티션.*\nkafka:clicks\/0 .*다른 CLICKS의 로그\noutbox .*다른 CLICKS의 로그\n$/);
  });
});

describe("clicks give-up", () => {
  const giveUp = ["clicks", "give-up", "p"];

  test("waits no longer for a log that is lost, and keeps where it stood", async () => {
    await using folder = await openSilentFolder();
    const env = { DATA_DIR: folder.path };
    const asked = await runCli(giveUp, env);
    expect([asked.exitCode, asked.stderr]).toEqual([2, expect.stringContaining("[GIVE_UP_UNCONFIRMED]")]);
    expect(await partitionsIn(folder.path)).toMatchObject([{ isWaitedFor: true }]);
    const done = await runCli([...giveUp, "--yes", "--json"], env);
    expect(JSON.parse(done.stdout)).toEqual({ partition: "p", position: 20, wasWaitedFor: true });
    expect(await partitionsIn(folder.path)).toMatchObject([{ position: 20, asOf: null, isWaitedFor: false }]);
    const again = await runCli([...giveUp, "--yes", "--json"], env);
    expect(JSON.parse(again.stdout)).toEqual({ partition: "p", position: 20, wasWaitedFor: false });
  });

  test("refuses one whose log is here", async () => {
    await using folder = await openSilentFolder();
    makeLog(folder.path);
    const { exitCode, stderr } = await runCli([...giveUp, "--yes"], { DATA_DIR: folder.path });
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining("its log is here. [PARTITION_ALIVE]")]);
    expect(await partitionsIn(folder.path)).toMatchObject([{ isWaitedFor: true }]);
  });

  test("refuses one of the topic that CLICKS names, which never ends, and not one of another topic", async () => {
    const partition = "kafka:clicks/0";
    await using folder = await openSilentFolder(partition);
    const env = { DATA_DIR: folder.path, CLICKS: "kafka", KAFKA_BROKERS: "127.0.0.1:1", LC_ALL: "C" };
    const topic = { ...env, KAFKA_TOPIC: "clicks" };
    const refused = await runCli(["clicks", "give-up", partition, "--yes"], topic);
    expect([refused.exitCode, refused.stderr]).toEqual([
      1,
      expect.stringContaining("nothing waits for it. [PARTITION_READ]"),
    ]);
    const given = await runCli(["clicks", "give-up", partition, "--yes"], { ...env, KAFKA_TOPIC: "clicks-2" });
    expect([given.exitCode, given.stderr]).toEqual([0, ""]);
  });

  test("refuses one that somebody counted a moment ago, and one that is not known", async () => {
    await using folder = await openFolder();
    const env = { DATA_DIR: folder.path };
    const alive = await runCli([...giveUp, "--yes"], env);
    expect([alive.exitCode, alive.stderr]).toEqual([1, expect.stringContaining("[PARTITION_ALIVE]")]);
    const unknown = await runCli(["clicks", "give-up", "q", "--yes"], env);
    expect([unknown.exitCode, unknown.stderr]).toEqual([1, expect.stringContaining("[PARTITION_NOT_FOUND]")]);
  });
});
