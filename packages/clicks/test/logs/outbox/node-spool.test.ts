import { mkdir, readdir, rename, rm, rmdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { describe, expect, it } from "vitest";
import { openNodeSpool, type NodeSpoolOptions } from "../../../src/logs/outbox/node-spool.ts";
import type { OutboxRow } from "../../../src/logs/outbox/outbox-row.ts";
import { openSpool, type Spool } from "../../../src/logs/outbox/spool.ts";
import { nextMillisecond } from "../../../src/testing/next-millisecond.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const row = (name: string): OutboxRow => ({ records: 1, oldestAt: 1_000, body: `{"name":"${name}"}` });
const nameOf = ({ body }: OutboxRow): unknown => (JSON.parse(body) as { name: unknown }).name;

const open = (folder: string, options: Partial<NodeSpoolOptions> = {}) =>
  openNodeSpool({ ...sample, folder, onFault: rethrow, ...options });

const sample = { maxBytes: 1_000_000, adoptMs: 1_000, adoptWaitMs: 60_000, monotonicMs: () => 0 };

function rethrow(error: unknown): never {
  throw error;
}

async function drained(spool: Spool): Promise<readonly unknown[]> {
  const names: unknown[] = [];
  await spool.drain(async (rows) => void names.push(...rows.map(nameOf)));
  return names;
}

/** Leaves one whose name comes after those that were left before: of one millisecond, names have no order. */
async function leaveSpool(folder: string, name: string): Promise<void> {
  await nextMillisecond();
  const gone = await open(folder);
  await gone.append([row(name)]);
  await gone.close();
}

describe("the spools of a node", () => {
  it("are one for each process, and go with it when nothing is in them", async () => {
    const folder = join(await temporaryFolder(), "spool");
    const [one, other] = [await open(folder), await open(folder)];
    await one.append([row("one")]);
    await other.append([row("other")]);
    expect(await readdir(folder)).toHaveLength(2);
    expect([await drained(one), await drained(other)]).toEqual([["one"], ["other"]]);
    await one.close();
    await other.close();
    expect(await readdir(folder)).toEqual([]);
  });

  it("are taken over from processes that are gone, at the start, with what they hold", async () => {
    const folder = await temporaryFolder();
    const [alive, gone] = [await open(folder), await open(folder)];
    await alive.append([row("alive")]);
    await gone.append([row("a"), row("b")]);
    await gone.close();
    const next = await open(folder);
    await next.append([row("c")]);
    expect(next.stats()).toMatchObject({ records: 3, brokenRecords: 0 });
    expect(await drained(next)).toEqual(["c", "a", "b"]);
    expect(next.stats()).toMatchObject({ records: 0, bytes: 0 });
    expect(await drained(alive)).toEqual(["alive"]);
    await next.close();
    await alive.close();
    expect(await readdir(folder)).toEqual([]);
  });

  it("are taken over later by whoever drains, and not looked for each time", async () => {
    const folder = await temporaryFolder();
    let now = 0;
    const [stays, goes] = [await open(folder, { monotonicMs: () => now }), await open(folder)];
    await goes.append([row("a")]);
    await goes.close();
    now = 999;
    expect(await drained(stays)).toEqual([]);
    now = 1_000;
    expect(await drained(stays)).toEqual(["a"]);
    await stays.close();
    expect(await readdir(folder)).toEqual([]);
  });

  it("are taken over by one of many that look at once, and given on when that is gone before it has drained them", async () => {
    const folder = await temporaryFolder();
    const gone = await open(folder);
    await gone.append([row("a")]);
    await gone.close();
    const starters = await Promise.all(Array.from({ length: 8 }, () => open(folder)));
    expect(starters.filter((spool) => spool.stats().records === 1)).toHaveLength(1);
    for (const spool of starters) await spool.close();
    const next = await open(folder);
    expect(await drained(next)).toEqual(["a"]);
    await next.close();
    expect(await readdir(folder)).toEqual([]);
  });

  it("are taken over from releases that numbered them, and what such an end has left of a removal goes", async () => {
    const folder = await temporaryFolder();
    const numbered = await openSpool({
      folder: join(folder, "1"),
      maxBytes: 1_000,
      monotonicMs: () => 0,
      faultPauseMs: 1_000,
      onFault: rethrow,
    });
    await numbered.append([row("a")]);
    await numbered.close();
    await mkdir(join(folder, "x.removed"));
    const spool = await open(folder);
    expect(await drained(spool)).toEqual(["a"]);
    await spool.close();
    expect(await readdir(folder)).toEqual([]);
  });

  it("are taken over beside a file that cannot be, which is told of once and tried again", async () => {
    const folder = await temporaryFolder();
    for (const name of ["a", "b"]) await leaveSpool(folder, name);
    const [first = ""] = (await readdir(folder)).toSorted();
    const file = join(folder, first, "0000000001.spool");
    await rename(file, join(folder, "aside"));
    await mkdir(file);
    const faults: unknown[] = [];
    let now = 0;
    const spool = await open(folder, { monotonicMs: () => now, onFault: (error) => void faults.push(error) });
    expect(faults).toMatchObject([{ code: "NOT_A_FILE" }]);
    expect(await drained(spool)).toEqual(["b"]);
    now = 1_000;
    expect(await drained(spool)).toEqual([]);
    await rmdir(file);
    await rename(join(folder, "aside"), file);
    now = 2_000;
    expect(await drained(spool)).toEqual(["a"]);
    await spool.close();
    expect([await readdir(folder), faults.length]).toEqual([[], 1]);
  });

  it("are drained, and its own one, beside one of which a file cannot be read, and that one once it can be", async () => {
    const folder = await temporaryFolder();
    for (const name of ["a", "b"]) await leaveSpool(folder, name);
    const [first = ""] = (await readdir(folder)).toSorted();
    const faults: unknown[] = [];
    let now = 0;
    const spool = await open(folder, { monotonicMs: () => now, onFault: (error) => void faults.push(error) });
    await spool.append([row("own")]);
    const file = join(folder, first, "0000000001.spool");
    await rename(file, join(folder, "aside"));
    await mkdir(file);
    expect(await drained(spool)).toEqual(["own", "b"]);
    expect(await drained(spool)).toEqual([]);
    expect([faults, spool.stats().records]).toMatchObject([[{ code: "NOT_A_FILE" }], 1]);
    await rmdir(file);
    await rename(join(folder, "aside"), file);
    now = 1_000;
    expect(await drained(spool)).toEqual(["a"]);
    await spool.close();
    expect([await readdir(folder), faults.length]).toEqual([[], 1]);
  });

  it("are drained, and its own one, beside one that somebody has removed, whose records are counted as broken", async () => {
    const folder = await temporaryFolder();
    for (const name of ["a", "b"]) await leaveSpool(folder, name);
    const [first = ""] = (await readdir(folder)).toSorted();
    const faults: unknown[] = [];
    const spool = await open(folder, { onFault: (error) => void faults.push(error) });
    await spool.append([row("own")]);
    await rm(join(folder, first), { recursive: true });
    expect(await drained(spool)).toEqual(["own", "b"]);
    expect(spool.stats()).toMatchObject({ records: 0, brokenRecords: 1 });
    expect(faults).not.toEqual([]);
    await spool.close();
    expect(await readdir(folder)).toEqual([]);
  });

  it("are taken over beside folders that cannot be locked or are none of theirs, which stay", async () => {
    const folder = await temporaryFolder();
    await leaveSpool(folder, "a");
    await mkdir(join(folder, "0"), { recursive: true });
    await writeFile(join(folder, "0", "lock"), "no lock of anybody. ".repeat(100));
    await mkdir(join(folder, "00.spool", "lock"), { recursive: true });
    await mkdir(join(folder, "+", "0000000001.spool"), { recursive: true });
    await mkdir(join(folder, "lost+found"));
    const faults: unknown[] = [];
    const spool = await open(folder, { onFault: (error) => void faults.push(error) });
    expect(faults).toHaveLength(3);
    expect(await drained(spool)).toEqual(["a"]);
    await spool.close();
    expect((await readdir(folder)).toSorted()).toEqual(["+", "0", "00.spool", "lost+found"]);
  });

  it("are made of files that lie beside the folders", async () => {
    const folder = await temporaryFolder();
    for (const name of ["a", "b"]) await leaveSpool(folder, name);
    const paths = (await readdir(folder)).toSorted().map((name) => join(folder, name));
    for (const [index, path] of paths.entries()) {
      await rename(join(path, "0000000001.spool"), join(folder, ["0000000001.spool", "moved.spool"][index] ?? ""));
      await rm(path, { recursive: true });
    }
    const spool = await open(folder);
    expect(await drained(spool)).toEqual(["a", "b"]);
    await spool.close();
    expect(await readdir(folder)).toEqual([]);
  });

  it("are left as a whole though one of them cannot be cleared away", async () => {
    const folder = await temporaryFolder();
    const gone = await open(folder);
    await gone.append([row("a")]);
    await gone.close();
    const [left = ""] = await readdir(folder);
    const spool = await open(folder);
    const [own = ""] = (await readdir(folder)).filter((name) => name !== left);
    await rename(join(folder, own), join(folder, "elsewhere"));
    await expect(spool.close()).rejects.toMatchObject({ code: "ENOENT" });
    const next = await open(folder);
    expect(await drained(next)).toEqual(["a"]);
    await next.close();
  });

  it("have one budget, of what is a process's own and what it took over", async () => {
    const folder = await temporaryFolder();
    const gone = await open(folder);
    await gone.append([row("a")]);
    await gone.close();
    const spool = await open(folder, { maxBytes: 60 });
    await expect(spool.append([row("b")])).rejects.toThrow("full");
    expect(await drained(spool)).toEqual(["a"]);
    await spool.append([row("b")]);
    expect(await drained(spool)).toEqual(["b"]);
    await spool.close();
  });

  it("are taken over from a thread of the same process that was ended", async () => {
    const folder = await temporaryFolder();
    const url = new URL("../../../src/logs/outbox/node-spool.ts", import.meta.url).href;
    const program = `
      const { openNodeSpool } = await import(${JSON.stringify(url)});
      const spool = await openNodeSpool({ folder: ${JSON.stringify(folder)}, maxBytes: 1e6, adoptMs: 1e3, monotonicMs: () => 0, onFault() {} });
      await spool.append([${JSON.stringify(row("a"))}]);
      (await import("node:worker_threads")).parentPort.postMessage("safe");
      setInterval(() => {}, 1e6);`;
    const thread = new Worker(new URL(`data:text/javascript,${encodeURIComponent(program)}`));
    await new Promise((resolve, reject) => thread.once("message", resolve).once("error", reject));
    const early = await open(folder);
    expect(early.stats().records).toBe(0);
    await thread.terminate();
    const spool = await open(folder);
    expect(await drained(spool)).toEqual(["a"]);
    await early.close();
    await spool.close();
  });
});
