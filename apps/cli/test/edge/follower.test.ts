import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { DenylistPage, ListRow } from "../../src/edge/denylist-page.ts";
import { createEdgeList } from "../../src/edge/edge-list.ts";
import { createFollower } from "../../src/edge/follower.ts";
import { openListFolder } from "../../src/edge/list-folder.ts";
import { makeTempFolder } from "../temp-folder.ts";

const row = (code: string, fields: Partial<ListRow> = {}): ListRow => ({
  domain: "sho.rt",
  code,
  action: "bypass",
  forgetInMs: 60_000,
  denyInMs: undefined,
  ...fields,
});

const empty: DenylistPage = {
  rows: [],
  position: "1",
  isComplete: true,
  isUpToDate: true,
  bypassMs: 0,
  waitedMs: 0,
  copyLifeMs: 60_000,
};

const wallStart = 1_000_000_000_000;

/** A list in a real folder, under clocks that the test moves. */
async function openFollower(maxRows = 100) {
  const folder = await makeTempFolder();
  const path = join(folder.path, "list");
  const clock = { ms: 0 };
  const monotonicMs = (): number => clock.ms;
  const files = openListFolder(path);
  const list = createEdgeList({ folder: files, maxRows, monotonicMs });
  const now = (): number => wallStart + clock.ms;
  const follower = createFollower({ list, folder: files, silenceMs: 1_000, monotonicMs, now });
  const names = (...at: readonly string[]): readonly string[] =>
    existsSync(join(path, ...at)) ? readdirSync(join(path, ...at)).sort() : [];
  return {
    clock,
    list,
    follower,
    denied: () => names("deny", "sho.rt"),
    bypassed: () => names("bypass", "sho.rt"),
    /** Whether an edge would use its copies now. */
    isTrusted: () => names("heard").includes(String(Math.floor(now() / 100))),
    trustFiles: () => names("heard").length,
    path,
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

describe("the list of an edge", () => {
  test("is trusted for the time after which silence is too long, counted from when the service was asked", async () => {
    await using edge = await openFollower();
    expect(edge.isTrusted()).toBe(false);
    edge.clock.ms = 300;
    edge.follower.take(empty, 0);
    expect(edge.isTrusted()).toBe(true);
    edge.clock.ms = 999;
    expect(edge.isTrusted()).toBe(true);
    edge.clock.ms = 1_000;
    expect(edge.isTrusted()).toBe(false);
  });

  test("is trusted longer where the service has waited before it looked", async () => {
    await using edge = await openFollower();
    edge.clock.ms = 300;
    edge.follower.take({ ...empty, waitedMs: 250 }, 0);
    edge.clock.ms = 1_199;
    expect(edge.isTrusted()).toBe(true);
    edge.clock.ms = 1_250;
    expect(edge.isTrusted()).toBe(false);
  });

  test("is trusted no longer where the service says that it has waited for longer than since it was asked", async () => {
    await using edge = await openFollower();
    edge.clock.ms = 300;
    edge.follower.take({ ...empty, waitedMs: 1e6 }, 0);
    expect(edge.trustFiles()).toBeLessThan(20);
    edge.clock.ms = 1_199;
    expect(edge.isTrusted()).toBe(true);
    edge.clock.ms = 1_300;
    expect(edge.isTrusted()).toBe(false);
  });

  test("keeps a handful of files however long it is trusted, and none once trust is over", async () => {
    await using edge = await openFollower();
    for (; edge.clock.ms < 60_000; edge.clock.ms += 250) edge.follower.take(empty, edge.clock.ms);
    expect(edge.trustFiles()).toBeLessThan(20);
    edge.clock.ms += 2_000;
    edge.follower.tick();
    expect(edge.trustFiles()).toBe(0);
  });

  test("is not trusted before it is whole, nor while the service says that it cannot be", async () => {
    await using edge = await openFollower();
    edge.follower.take({ ...empty, isComplete: false, isUpToDate: false, rows: [row("a")] }, 0);
    expect([edge.isTrusted(), edge.bypassed()]).toEqual([false, ["a"]]);
    edge.follower.take({ ...empty, bypassMs: 5_000, rows: [row("b")] }, 0);
    expect([edge.isTrusted(), edge.bypassed()]).toEqual([false, ["a", "b"]]);
    edge.clock.ms = 4_999;
    edge.follower.take(empty, 4_999);
    expect(edge.isTrusted()).toBe(false);
    edge.clock.ms = 5_000;
    edge.follower.take(empty, 5_000);
    expect(edge.isTrusted()).toBe(true);
  });

  test("begins anew, without trust, when the service says so", async () => {
    await using edge = await openFollower();
    edge.follower.take({ ...empty, rows: [row("old")] }, 0);
    edge.follower.take({ ...empty, isComplete: false, isUpToDate: false, rows: [row("new")] }, 0);
    expect([edge.isTrusted(), edge.bypassed()]).toEqual([false, ["new"]]);
  });

  test("has a link in one place, and forgets it after its time", async () => {
    await using edge = await openFollower();
    edge.follower.take({ ...empty, rows: [row("a", { action: "deny" })] }, 0);
    expect([edge.denied(), edge.bypassed()]).toEqual([["a"], []]);
    edge.follower.take({ ...empty, rows: [row("a")] }, 0);
    expect([edge.denied(), edge.bypassed()]).toEqual([[], ["a"]]);
    edge.clock.ms = 59_999;
    edge.list.tick();
    expect(edge.bypassed()).toEqual(["a"]);
    edge.clock.ms = 60_000;
    edge.list.tick();
    expect([edge.denied(), edge.bypassed()]).toEqual([[], []]);
  });

  test("denies a link from the instant on at which it expires", async () => {
    await using edge = await openFollower();
    edge.follower.take({ ...empty, rows: [row("a", { denyInMs: 2_000 })] }, 0);
    edge.clock.ms = 1_999;
    edge.list.tick();
    expect([edge.denied(), edge.bypassed()]).toEqual([[], ["a"]]);
    edge.clock.ms = 2_000;
    edge.list.tick();
    expect([edge.denied(), edge.bypassed()]).toEqual([["a"], []]);
  });

  test("is given up when it grows too long, and trusted again when what is missing is over", async () => {
    await using edge = await openFollower(2);
    edge.follower.take(empty, 0);
    edge.follower.take({ ...empty, rows: [row("a"), row("b"), row("c")] }, 0);
    expect([edge.isTrusted(), edge.bypassed()]).toEqual([false, []]);
    edge.clock.ms = 59_000;
    edge.follower.take({ ...empty, rows: [row("d")] }, 59_000);
    expect([edge.isTrusted(), edge.bypassed()]).toEqual([false, ["d"]]);
    edge.clock.ms = 60_000;
    edge.follower.take(empty, 60_000);
    expect([edge.isTrusted(), edge.bypassed()]).toEqual([true, ["d"]]);
  });

  test("takes purges, which say less than the service does", async () => {
    await using edge = await openFollower();
    edge.follower.take({ ...empty, rows: [row("a", { action: "deny", forgetInMs: 1_000 })] }, 0);
    edge.list.bypass({ domain: "sho.rt", code: "a", forgetInMs: 5_000 });
    edge.list.bypass({ domain: "sho.rt", code: "b", forgetInMs: 5_000 });
    edge.clock.ms = 4_999;
    edge.list.tick();
    expect([edge.denied(), edge.bypassed()]).toEqual([["a"], ["b"]]);
  });

  test("begins with the first page in an empty folder, whatever another agent left there", async () => {
    await using edge = await openFollower();
    mkdirSync(join(edge.path, "deny", "sho.rt"), { recursive: true });
    mkdirSync(join(edge.path, "heard"));
    writeFileSync(join(edge.path, "deny", "sho.rt", "x"), "");
    writeFileSync(join(edge.path, "heard", "1"), "");
    expect(edge.denied()).toEqual(["x"]);
    edge.follower.take({ ...empty, isUpToDate: false }, 0);
    expect([edge.denied(), edge.trustFiles()]).toEqual([[], 0]);
  });

  test("says which file it is that cannot be written", async () => {
    await using folder = await makeTempFolder();
    const path = join(folder.path, "file");
    writeFileSync(path, "");
    expect(() => openListFolder(path)).toThrow(expect.objectContaining({ code: "FILE_UNUSABLE" }));
  });
});
