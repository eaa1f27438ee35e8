import { mkdirSync } from "node:fs";
import { join } from "node:path";
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
  ])("takes no %s to %s", async (from, to) => {
    await using folder = await openFolder();
    const { exitCode, stderr } = await runCli(["clicks", "rebuild", "--from", from, "--to", to], {
      DATA_DIR: folder.path,
    });
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining("[OPTION_INVALID]")]);
  });
});
