import { once } from "node:events";
import { readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { openFileSalts, type FileSaltOptions } from "@narrows/clicks/describe";
import { createSaltFiles } from "@narrows/clicks/old-salts";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { temporaryFolder } from "../temporary-folder.ts";
import { noon, seededBytes } from "./sample-visit.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const today = Math.floor(noon / dayMs);
const midnight = (today + 1) * dayMs;

type Clock = { now: number };

function opened(folder: string, clock: Clock, options: Partial<FileSaltOptions> & { readonly seed?: string } = {}) {
  const { seed = "salts", ...others } = options;
  const faults: unknown[] = [];
  const alone: number[] = [];
  const salts = openFileSalts({
    folder,
    now: () => clock.now,
    randomBytes: seededBytes(seed),
    onFault: (error) => faults.push(error),
    onAlone: (day) => alone.push(day),
    patienceMs: 60_000,
    ...others,
  });
  onTestFinished(() => salts.close());
  return { salts, faults, alone };
}

/** The salt of a day as soon as it is there. */
async function saltOf(salts: ReturnType<typeof openFileSalts>, day: number): Promise<Uint8Array> {
  let salt: Uint8Array | undefined;
  await vi.waitUntil(() => (salt = salts.of(day)) !== undefined, { timeout: 30_000 });
  return salt ?? expect.unreachable("There is none.");
}

const within30s = { timeout: 30_000 };

const hex = (salt: Uint8Array | undefined) => (salt === undefined ? undefined : Buffer.from(salt).toString("hex"));

describe("the salt of a day", () => {
  test("is random, the same all day, and another one the next day", async () => {
    const clock = { now: noon };
    const { salts } = opened(await temporaryFolder(), clock);
    await salts.ready();
    const first = hex(salts.of(today));
    expect(first).toMatch(/^[0-9a-f]{64}$/);
    expect(hex(salts.of(today))).toBe(first);
    clock.now += dayMs;
    expect(hex(await saltOf(salts, today + 1))).not.toBe(first);
  });

  test("is the same for other processes, and after a new start", async () => {
    const folder = await temporaryFolder();
    const { salts } = opened(folder, { now: noon }, { seed: "one" });
    const first = hex(await saltOf(salts, today));
    salts.close();
    const again = opened(folder, { now: noon + hourMs }, { seed: "another" });
    expect(hex(await saltOf(again.salts, today))).toBe(first);
  });

  test("lies in a file and a folder that nobody else may read, and nothing else lies there", async () => {
    const folder = join(await temporaryFolder(), "clicks");
    await opened(folder, { now: noon }).salts.ready();
    expect(await readdir(folder)).toEqual(["salt-2026-11-30"]);
    expect((await stat(join(folder, "salt-2026-11-30"))).mode & 0o777).toBe(0o600);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
  });

  test("is removed a quarter of an hour after the day, and never made again", async () => {
    const folder = await temporaryFolder();
    const clock = { now: midnight - hourMs };
    const { salts } = opened(folder, clock);
    const first = hex(await saltOf(salts, today));
    clock.now = midnight + 15 * 60_000 - 1;
    expect(hex(salts.of(today))).toBe(first);
    clock.now += 1;
    expect(salts.of(today)).toBeUndefined();
    const { salts: later } = opened(folder, clock);
    await later.ready();
    expect(later.of(today)).toBeUndefined();
    await vi.waitFor(async () => expect(await readdir(folder)).toEqual(["salt-2026-12-01"]), within30s);
  });

  test("is removed by whoever makes none any more, once the day is over", async () => {
    const folder = await temporaryFolder();
    const clock = { now: noon };
    const remove = (where: string) => createSaltFiles({ folder: where, now: () => clock.now }).removeBefore(0);
    await remove(join(folder, "none"));
    await opened(folder, clock).salts.ready();
    await remove(folder);
    expect(await readdir(folder)).toEqual(["salt-2026-11-30"]);
    clock.now += dayMs;
    await remove(folder);
    expect(await readdir(folder)).toEqual([]);
  });

  test("is removed also when nobody comes any more, from the memory too", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    onTestFinished(() => void vi.useRealTimers());
    const folder = await temporaryFolder();
    const clock = { now: midnight - hourMs };
    const { salts } = opened(folder, clock);
    await salts.ready();
    const salt = salts.of(today);
    clock.now = midnight + hourMs;
    vi.advanceTimersByTime(60_000);
    expect(hex(salt)).toBe("0".repeat(64));
    vi.useRealTimers();
    await vi.waitFor(async () => expect(await readdir(folder)).toEqual(["salt-2026-12-01"]), within30s);
  });

  test("is not to be had for a day that is over or far ahead", async () => {
    const { salts } = opened(await temporaryFolder(), { now: noon });
    await salts.ready();
    expect([salts.of(today - 1), salts.of(today + 1), salts.of(today + 400)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});

test("of four that make the salt at one instant, all get the same", async () => {
  const folder = await temporaryFolder();
  const gate = new SharedArrayBuffer(4);
  const rivals = Array.from(
    { length: 4 },
    () =>
      new Worker(new URL("salt-rival.ts", import.meta.url), { workerData: { folder, day: today, now: noon, gate } }),
  );
  await Promise.all(rivals.map((rival) => once(rival, "message")));
  const answers = Promise.all(rivals.map((rival) => once(rival, "message")));
  Atomics.store(new Int32Array(gate), 0, 1);
  Atomics.notify(new Int32Array(gate), 0);
  const salts = (await answers).flat();
  expect(salts[0]).toMatch(/^[0-9a-f]{64}$/);
  expect(new Set(salts).size).toBe(1);
  expect(await readdir(folder)).toEqual(["salt-2026-11-30"]);
  await Promise.all(rivals.map((rival) => rival.terminate()));
});

describe("a clock that was a day ahead and is set right", () => {
  test("leaves no salt of that day behind", async () => {
    const folder = await temporaryFolder();
    await opened(folder, { now: noon + dayMs }).salts.ready();
    expect(await readdir(folder)).toEqual(["salt-2026-12-01"]);
    await opened(folder, { now: noon }).salts.ready();
    await vi.waitFor(async () => expect(await readdir(folder)).toEqual(["salt-2026-11-30"]), within30s);
  });

  test("costs the process no salt", async () => {
    const clock = { now: noon };
    const { salts, faults } = opened(await temporaryFolder(), clock);
    for (const now of [noon, noon + dayMs, noon, noon - dayMs, noon]) {
      clock.now = now;
      expect(await saltOf(salts, Math.floor(now / dayMs))).toHaveLength(32);
    }
    expect(faults).toEqual([]);
  });
});

test("what a process left behind that was killed in the midst is removed with its day", async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, "salt-2026-11-29.0b0e1bd2-9f4e-4f0c-8f0e-0123456789ab"), "left");
  await writeFile(join(folder, "salt-2026-11-30.0b0e1bd2-9f4e-4f0c-8f0e-0123456789ab"), "at work");
  await writeFile(join(folder, "salt-of-the-earth"), "not ours");
  await createSaltFiles({ folder, now: () => noon }).removeBefore(today);
  expect((await readdir(folder)).toSorted()).toEqual([
    "salt-2026-11-30.0b0e1bd2-9f4e-4f0c-8f0e-0123456789ab",
    "salt-of-the-earth",
  ]);
});

describe("where the file cannot be had", () => {
  test("it is tried once a second, and had as soon as it can be", async () => {
    const folder = join(await temporaryFolder(), "clicks");
    const clock = { now: noon };
    await writeFile(folder, "in the way");
    const { salts, faults, alone } = opened(folder, clock);
    // One of reading the salt, one of removing old ones.
    await vi.waitFor(() => expect(faults).toHaveLength(2), within30s);
    expect([salts.of(today), salts.of(today), salts.of(today)]).toEqual([undefined, undefined, undefined]);
    clock.now += 1_000;
    expect(salts.of(today)).toBeUndefined();
    await vi.waitFor(() => expect(faults).toHaveLength(3), within30s);
    await rm(folder);
    clock.now += 1_000;
    expect(hex(await saltOf(salts, today))).toBe(await inFile(folder));
    expect([faults.length, alone]).toEqual([3, []]);
  });

  test("the process has a salt of its own after a while, which others get once it can be kept", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    onTestFinished(() => void vi.useRealTimers());
    const folder = join(await temporaryFolder(), "clicks");
    await writeFile(folder, "in the way");
    const clock = { now: noon };
    const { salts, alone } = opened(folder, clock, { patienceMs: 1 });
    await salts.ready();
    const own = hex(salts.of(today));
    expect([own?.length, alone]).toEqual([64, [today]]);
    await rm(folder);
    clock.now += 60_000;
    vi.advanceTimersByTime(60_000);
    vi.useRealTimers();
    await vi.waitFor(async () => expect(await inFile(folder)).toBe(own), within30s);
    expect(hex(salts.of(today))).toBe(own);
  });

  test("a file of another length is none, and is left for somebody to look at", async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, "salt-2026-11-30"), "short");
    const { salts, faults } = opened(folder, { now: noon });
    await vi.waitFor(() => expect(String(faults)).toContain("remove it"), within30s);
    expect(salts.of(today)).toBeUndefined();
    expect(await readFile(join(folder, "salt-2026-11-30"), "utf8")).toBe("short");
  });
});

test("files that do not answer hold one call, and the process has a salt of its own meanwhile", async () => {
  const folder = await temporaryFolder();
  const disk = hangingSaltFiles();
  onTestFinished(disk.mend);
  const clock = { now: noon };
  const { salts, faults, alone } = opened(folder, clock, { files: disk.files, hungMs: 1, patienceMs: 1 });
  await salts.ready();
  const own = hex(salts.of(today));
  expect([own?.length, alone]).toEqual([64, [today]]);
  for (let day = today + 1; day < today + 5; day += 1) {
    clock.now = day * dayMs + 12 * hourMs;
    const seen = faults.length;
    salts.of(day);
    await vi.waitUntil(() => faults.length > seen, within30s);
    clock.now += 1_000;
    expect(await saltOf(salts, day)).toHaveLength(32);
  }
  expect(String(faults)).toContain("The file system does not answer.");
  expect(disk.held()).toBe(1);
});

const inFile = (folder: string): Promise<string> => readFile(join(folder, "salt-2026-11-30"), "hex");

/** None of its calls answers before it is mended. */
function hangingSaltFiles() {
  const waiting: (() => void)[] = [];
  const names = ["link", "mkdir", "open", "readdir", "readFile", "unlink"] as const;
  const hang = async () => {
    await new Promise<void>((resolve) => waiting.push(resolve));
    throw new Error("It was mended, and the test is over.");
  };
  const files = Object.fromEntries(names.map((name) => [name, hang])) as unknown as FileSaltOptions["files"] & object;
  return { files, held: () => waiting.length, mend: () => waiting.splice(0).forEach((answer) => answer()) };
}
