import { appendFile, mkdir, readdir, readFile, rename, rm, rmdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { OutboxRow } from "../../../src/logs/outbox/outbox-row.ts";
import { openSpool, type Spool, type SpoolOptions } from "../../../src/logs/outbox/spool.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const row = (name: string): OutboxRow => ({ records: 1, oldestAt: 1_000, body: `{"name":"${name}"}` });
const twoRecords = (name: string, oldestAt: number): OutboxRow => {
  const body = [1, 2].map((count) => JSON.stringify({ name, count })).join("\n");
  return { records: 2, oldestAt, body };
};
const nameOf = ({ body }: OutboxRow): unknown => (JSON.parse(body) as { name: unknown }).name;

const open = (folder: string, options: Partial<SpoolOptions> = {}) =>
  openSpool({ folder, maxBytes: 1_000_000, monotonicMs: () => 0, faultPauseMs: 1_000, onFault: rethrow, ...options });

function rethrow(error: unknown): never {
  throw error;
}

async function drained(spool: Spool): Promise<readonly unknown[]> {
  const names: unknown[] = [];
  await spool.drain(async (rows) => void names.push(...rows.map(nameOf)));
  return names;
}

describe("the spool", () => {
  it("gives rows in their order, over the ends of files and of processes, and then no more", async () => {
    const folder = await temporaryFolder();
    const first = await open(folder, { fileBytes: 60 });
    for (const name of ["a", "b", "c"]) await first.append([row(name), row(`${name}2`)]);
    await first.close();
    const second = await open(folder);
    await second.append([row("d")]);
    expect(second.stats().records).toBe(7);
    expect(await drained(second)).toEqual(["a", "a2", "b", "b2", "c", "c2", "d"]);
    expect(await drained(second)).toEqual([]);
    expect(second.stats()).toEqual({
      records: 0,
      oldestAt: undefined,
      bytes: 0,
      tornBytes: 0,
      brokenRecords: 0,
    });
    await second.close();
    expect(await readdir(folder)).toEqual([]);
  });

  it("knows the instant of its oldest click, also of what an earlier process left, and while it is drained", async () => {
    const folder = await temporaryFolder();
    const first = await open(folder);
    await first.append([3_000, 2_000].map((oldestAt) => ({ ...row("a"), oldestAt })));
    expect(first.stats().oldestAt).toBe(2_000);
    await first.close();
    const second = await open(folder, { rowsAtOnce: 1 });
    await second.append([{ ...row("b"), oldestAt: 4_000 }]);
    const seen: unknown[] = [];
    await second.drain(async () => void seen.push(second.stats().oldestAt));
    expect(seen).toEqual([3_000, 2_000, 4_000]);
    expect(second.stats().oldestAt).toBeUndefined();
    await second.close();
  });

  it("is for the service's own user alone", async () => {
    const folder = join(await temporaryFolder(), "spool");
    const spool = await open(folder);
    await spool.append([row("a")]);
    const modes = [folder, join(folder, "0000000001.spool")].map(async (path) => (await stat(path)).mode & 0o777);
    expect(await Promise.all(modes)).toEqual([0o700, 0o600]);
    await spool.close();
  });

  it("gives a row again that was not taken, and none that was", async () => {
    const spool = await open(await temporaryFolder(), { rowsAtOnce: 2 });
    await spool.append(["a", "b", "c", "d", "e"].map(row));
    const seen: unknown[] = [];
    const refuseAfterTwo = async (rows: readonly OutboxRow[]) => {
      if (seen.length === 2) throw new Error("away");
      seen.push(...rows.map(nameOf));
    };
    await expect(spool.drain(refuseAfterTwo)).rejects.toThrow("away");
    expect(spool.stats().records).toBe(3);
    expect([...seen, ...(await drained(spool))]).toEqual(["a", "b", "c", "d", "e"]);
    await spool.close();
  });

  it("takes rows while others are taken out", async () => {
    const spool = await open(await temporaryFolder());
    await spool.append([row("a")]);
    const seen: unknown[] = [];
    await spool.drain(async (rows) => {
      const names = rows.map(nameOf);
      if (seen.length < 3) await spool.append(names.map((name) => row(`after ${String(name)}`)));
      seen.push(...names);
    });
    expect(seen).toEqual(["a", "after a", "after after a", "after after after a"]);
    await spool.close();
  });

  it("refuses what is more than its budget, as a whole, and takes rows again once there is room", async () => {
    const spool = await open(await temporaryFolder(), { maxBytes: 100 });
    await spool.append([row("a")]);
    await expect(spool.append([row("b"), row("c"), row("d")])).rejects.toThrow("full");
    expect(await drained(spool)).toEqual(["a"]);
    await spool.append([row("e")]);
    expect(await drained(spool)).toEqual(["e"]);
    await spool.close();
  });

  it.each(["", "17 1 1000 ", '17 1 1000 123\n{"name":', "\0\0\0\0", '17 1 1000 1\n{"name":\0\0\0\0\0\0\0\0\0\0\0\0'])(
    "leaves out what a crash cut off: %j",
    async (torn) => {
      const folder = await temporaryFolder();
      const before = await open(folder);
      await before.append([row("a")]);
      await before.close();
      const [file = ""] = await readdir(folder);
      await appendFile(join(folder, file), torn);
      const spool = await open(folder);
      expect(spool.stats()).toMatchObject({ records: 1, tornBytes: torn.length });
      expect(await drained(spool)).toEqual(["a"]);
      await spool.close();
    },
  );

  it("keeps a file that the disk has spoiled, counts what it held, and goes on behind it", async () => {
    const folder = await temporaryFolder();
    const faults: unknown[] = [];
    const spool = await open(folder, { fileBytes: 1, onFault: (error) => void faults.push(error) });
    await spool.append(["a", "b"].map(row));
    await spool.append([row("c")]);
    const [file = ""] = await readdir(folder);
    const text = await readFile(join(folder, file), "utf8");
    await writeFile(join(folder, file), text.replace('"b"', '"x"'));
    expect(await drained(spool)).toEqual(["a", "c"]);
    expect(spool.stats()).toMatchObject({ records: 0, brokenRecords: 1 });
    expect(await readdir(folder)).toEqual([`${file}.broken`]);
    expect(faults).toMatchObject([{ message: expect.stringMatching(`${file} had 1 records`) }]);
    await spool.close();
  });

  it.each([
    ["a body", '"c"', '"x"', 2],
    ["the length", "45 2 1002 ", "46 2 1002 ", 2],
    ["the end of a header", "45 2 1002 4125955711\n", "45 2 1002 4125955711x", 1],
    ["the last body", '"e"', '"x"', 2],
    ["the last header", "45 2 1004 ", "!4 2 1004 ", 2],
    ["nothing but an end of line", '{"name":"c","count":2}\n', '{"name":"c","count":2}x', 0],
  ])(
    "gives what a process left before and behind what the disk has spoiled in %s",
    async (_what, whole, spoiled, lost) => {
      const folder = await temporaryFolder();
      const before = await open(folder);
      const names = ["a", "b", "c", "d", "e"];
      await before.append(names.map((name, index) => twoRecords(name, 1_000 + index)));
      await before.close();
      const [file = ""] = await readdir(folder);
      const text = await readFile(join(folder, file), "utf8");
      expect(text).toContain(whole);
      await writeFile(join(folder, file), text.replace(whole, spoiled));
      const faults: unknown[] = [];
      const readable = lost === 0 ? 5 : 4;
      const spool = await open(folder, { onFault: (error) => void faults.push(error) });
      expect(spool.stats()).toMatchObject({ records: 2 * readable + lost, tornBytes: 0 });
      const left: OutboxRow[] = [];
      await spool.drain(async (rows) => void left.push(...rows));
      expect(left).toHaveLength(readable);
      expect(spool.stats()).toMatchObject({ records: 0, brokenRecords: lost });
      expect(await readdir(folder)).toEqual(lost === 0 ? [] : [`${file}.broken`]);
      expect(faults).toHaveLength(lost === 0 ? 0 : 1);
      await spool.close();
    },
  );

  it("goes on behind a file that cannot be read, tells of it, and tries it again after a pause", async () => {
    const folder = await temporaryFolder();
    const faults: unknown[] = [];
    let now = 0;
    const spool = await open(folder, {
      fileBytes: 1,
      monotonicMs: () => now,
      onFault: (error) => void faults.push(error),
    });
    for (const name of ["a", "b"]) await spool.append([row(name)]);
    const [file = ""] = await readdir(folder);
    await rename(join(folder, file), join(folder, "aside"));
    await mkdir(join(folder, file));
    expect(await drained(spool)).toEqual(["b"]);
    expect(await drained(spool)).toEqual([]);
    expect(faults).toMatchObject([{ code: "NOT_A_FILE" }]);
    expect(spool.stats()).toMatchObject({ records: 1, brokenRecords: 0 });
    await rmdir(join(folder, file));
    await rename(join(folder, "aside"), join(folder, file));
    now = 1_000;
    expect(await drained(spool)).toEqual(["a"]);
    expect([faults.length, await readdir(folder)]).toEqual([1, []]);
    await spool.close();
  });

  it("makes no file any more once it is being closed", async () => {
    const folder = await temporaryFolder();
    const spool = await open(folder);
    const closing = spool.close();
    await expect(spool.append([row("late")])).rejects.toThrow("closed");
    await closing;
    expect(await readdir(folder)).toEqual([]);
  });

  it("counts what somebody has removed as broken, and goes on behind it", async () => {
    const folder = await temporaryFolder();
    const faults: unknown[] = [];
    const spool = await open(folder, { fileBytes: 1, onFault: (error) => void faults.push(error) });
    for (const name of ["a", "b"]) await spool.append([row(name)]);
    const [file = ""] = await readdir(folder);
    await rm(join(folder, file));
    expect(await drained(spool)).toEqual(["b"]);
    expect(spool.stats()).toMatchObject({ records: 0, brokenRecords: 1 });
    expect(faults).toHaveLength(1);
    await spool.close();
  });
});
