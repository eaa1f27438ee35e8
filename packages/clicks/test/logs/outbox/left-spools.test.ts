import { execFileSync } from "node:child_process";
import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { FileCalls, FilesHungError } from "../../../src/file-calls.ts";
import { openNodeSpool, type NodeSpoolOptions } from "../../../src/logs/outbox/node-spool.ts";
import type { OutboxRow } from "../../../src/logs/outbox/outbox-row.ts";
import type { Spool } from "../../../src/logs/outbox/spool.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const row = (name: string): OutboxRow => ({ records: 1, oldestAt: 1_000, body: `{"name":"${name}"}` });
const nameOf = ({ body }: OutboxRow): unknown => (JSON.parse(body) as { name: unknown }).name;

const sample = { maxBytes: 1_000_000, adoptMs: 1_000, adoptWaitMs: 60_000, monotonicMs: () => 0 };

/** Opens one whose faults and whose time are the test's. */
async function open(folder: string, options: Partial<NodeSpoolOptions> = {}) {
  const faults: unknown[] = [];
  const clock = { now: 0 };
  const spool = await openNodeSpool({
    ...sample,
    folder,
    monotonicMs: () => clock.now,
    onFault: (error) => void faults.push(error),
    ...options,
  });
  return { spool, faults, clock };
}

async function drained(spool: Spool): Promise<readonly unknown[]> {
  const names: unknown[] = [];
  await spool.drain(async (rows) => void names.push(...rows.map(nameOf)));
  return names;
}

/** @returns The path of its file. */
async function leaveSpool(folder: string, name: string): Promise<string> {
  const before = new Set(await readdir(folder));
  const { spool } = await open(folder, { adoptWaitMs: 0, calls: refusing });
  await spool.append([row(name)]);
  await spool.close();
  const [left = ""] = (await readdir(folder)).filter((one) => !before.has(one));
  return join(folder, left, "0000000001.spool");
}

/** Takes nothing over. */
const refusing = { run: () => Promise.reject(new FilesHungError()) };

async function leavePipe(folder: string): Promise<string> {
  const path = join(folder, "01993f6e-5a53-7d4b-9c62-3c3e0f3f2c11");
  await mkdir(path);
  const pipe = join(path, "0000000001.spool");
  execFileSync("mkfifo", [pipe]);
  return pipe;
}

/** A disk that gives no answer for a path, as often as it is asked, until it is mended. */
function hangingDisk(deadlineMs: number) {
  const { promise: mended, resolve: mend } = Promise.withResolvers<void>();
  const [hanging, sound] = [new FileCalls(deadlineMs), new FileCalls(1_000_000)];
  const disk = { hung: "", begun: 0, mend };
  const calls: Pick<FileCalls, "run"> = {
    run(subject, work) {
      if (subject !== disk.hung) return sound.run(subject, work);
      return hanging.run(subject, async () => {
        disk.begun += 1;
        await mended;
        return work();
      });
    },
  };
  return { disk, calls };
}

describe("spools that others have left", () => {
  it("are taken over at the start beside a pipe that nobody writes to, which is told of once", async () => {
    const folder = await temporaryFolder();
    await leaveSpool(folder, "a");
    const pipe = await leavePipe(folder);
    const { spool, faults, clock } = await open(folder);
    expect(await drained(spool)).toEqual(["a"]);
    clock.now = 1_000;
    expect(await drained(spool)).toEqual([]);
    expect(faults).toMatchObject([{ code: "NOT_A_FILE", path: pipe }]);
    await spool.close();
    await rm(pipe);
  });

  it("keep nobody from draining when a pipe is put beside them, in place of one of their files too", async () => {
    const folder = await temporaryFolder();
    const file = await leaveSpool(folder, "a");
    const { spool, faults, clock } = await open(folder);
    await spool.append([row("own")]);
    await rm(file);
    execFileSync("mkfifo", [file]);
    const pipe = await leavePipe(folder);
    clock.now = 1_000;
    expect(await drained(spool)).toEqual(["own"]);
    expect(faults).toMatchObject([
      { code: "NOT_A_FILE", path: pipe },
      { code: "NOT_A_FILE", path: file },
    ]);
    await spool.close();
  });

  for (const what of ["the folder of one", "a file of one"]) {
    it(`are taken over beside ${what} that gives no answer, and that once it has`, async () => {
      const folder = await temporaryFolder();
      const file = await leaveSpool(folder, "a");
      await leaveSpool(folder, "b");
      const { disk, calls } = hangingDisk(1);
      disk.hung = what === "a file of one" ? file : join(file, "..");
      const { spool, faults, clock } = await open(folder, { calls });
      await spool.append([row("own")]);
      expect(await drained(spool)).toEqual(["own", "b"]);
      clock.now = 1_000;
      expect(await drained(spool)).toEqual([]);
      expect(faults).toMatchObject([{ name: "FilesHungError" }, { name: "FilesHungError" }]);
      expect(disk.begun).toBe(1);
      disk.mend();
      disk.hung = "";
      clock.now = 2_000;
      expect(await drained(spool)).toEqual(["a"]);
      await spool.close();
      expect(await readdir(folder)).toEqual([]);
    });
  }

  it("keep neither a start nor a drain while it is not known whether they hang, nor an end", async () => {
    const folder = await temporaryFolder();
    const file = await leaveSpool(folder, "a");
    const { disk, calls } = hangingDisk(1_000_000);
    disk.hung = file;
    const { spool, faults } = await open(folder, { calls, adoptWaitMs: 1 });
    await spool.append([row("own")]);
    expect(await drained(spool)).toEqual(["own"]);
    await spool.close();
    disk.mend();
    const next = await open(folder);
    await expect.poll(async () => ((next.clock.now += 1_000), drained(next.spool)), { timeout: 60_000 }).toEqual(["a"]);
    await next.spool.close();
    expect([await readdir(folder), faults]).toEqual([[], []]);
  });

  it("are not given twice when a file of theirs that was drained cannot be removed", async () => {
    const folder = await temporaryFolder();
    const file = await leaveSpool(folder, "a");
    let asked = 0;
    const calls: Pick<FileCalls, "run"> = {
      async run(subject, work) {
        if (subject === file) asked += 1;
        // It is looked at and read before.
        if (subject === file && asked === 3) throw new FilesHungError();
        return work();
      },
    };
    const { spool, faults, clock } = await open(folder, { calls });
    expect(await drained(spool)).toEqual(["a"]);
    expect(faults).toHaveLength(1);
    clock.now = 1_000;
    expect(await drained(spool)).toEqual([]);
    await spool.close();
    expect(await readdir(folder)).toEqual([]);
  });
});
