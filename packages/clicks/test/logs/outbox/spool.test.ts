import { appendFile, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { OutboxRow } from "../../../src/logs/outbox/outbox-row.ts";
import { openSpool, type Spool } from "../../../src/logs/outbox/spool.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const row = (name: string): OutboxRow => ({ records: 1, oldestAt: 1_000, body: `{"name":"${name}"}` });
const nameOf = ({ body }: OutboxRow): unknown => (JSON.parse(body) as { name: unknown }).name;

const open = (
  folder: string,
  options: { readonly maxBytes?: number; readonly fileBytes?: number; readonly rowsAtOnce?: number } = {},
) => openSpool({ folder, maxBytes: 1_000_000, ...options });

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

  it.each(["", "17 1 1000 ", '17 1 1000 123\n{"name":', "\0\0\0\0", '17 1 1000 1\n{"name":"torn"}xx\n'])(
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
    const spool = await open(folder, { fileBytes: 1 });
    await spool.append(["a", "b"].map(row));
    await spool.append([row("c")]);
    const [file = ""] = await readdir(folder);
    const text = await readFile(join(folder, file), "utf8");
    await writeFile(join(folder, file), text.replace('"b"', '"x"'));
    expect(await drained(spool)).toEqual(["a", "c"]);
    expect(spool.stats()).toMatchObject({ records: 0, brokenRecords: 1 });
    expect(await readdir(folder)).toEqual([`${file}.broken`]);
    await spool.close();
  });
});
