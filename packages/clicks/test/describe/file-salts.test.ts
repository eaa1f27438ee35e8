import { once } from "node:events";
import { readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { openFileSalts } from "@narrows/clicks/describe";
import { removeOldSalts } from "@narrows/clicks/old-salts";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { temporaryFolder } from "../temporary-folder.ts";
import { noon, seededBytes } from "./sample-visit.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const today = Math.floor(noon / dayMs);
const midnight = (today + 1) * dayMs;

function opened(folder: string, clock: { now: number }, seed = "salts") {
  const faults: unknown[] = [];
  const salts = openFileSalts({
    folder,
    now: () => clock.now,
    randomBytes: seededBytes(seed),
    onFault: (error) => faults.push(error),
  });
  onTestFinished(() => salts.close());
  return { salts, faults };
}

const hex = (salt: Uint8Array | undefined) => (salt === undefined ? undefined : Buffer.from(salt).toString("hex"));

describe("the salt of a day", () => {
  test("is random, the same all day, and another one the next day", async () => {
    const clock = { now: noon };
    const { salts } = opened(await temporaryFolder(), clock);
    const first = hex(salts.of(today));
    expect(first).toMatch(/^[0-9a-f]{64}$/);
    expect(hex(salts.of(today))).toBe(first);
    clock.now += dayMs;
    expect(hex(salts.of(today + 1))).not.toBe(first);
  });

  test("is the same for other processes, and after a new start", async () => {
    const folder = await temporaryFolder();
    const { salts } = opened(folder, { now: noon }, "one");
    const first = hex(salts.of(today));
    salts.close();
    expect(hex(opened(folder, { now: noon + hourMs }, "another").salts.of(today))).toBe(first);
  });

  test("lies in a file and a folder that nobody else may read, and nothing else lies there", async () => {
    const folder = join(await temporaryFolder(), "clicks");
    opened(folder, { now: noon }).salts.of(today);
    expect(await readdir(folder)).toEqual(["salt-2026-11-30"]);
    expect((await stat(join(folder, "salt-2026-11-30"))).mode & 0o777).toBe(0o600);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
  });

  test("is removed a quarter of an hour after the day, and never made again", async () => {
    const folder = await temporaryFolder();
    const clock = { now: midnight - 1 };
    const { salts } = opened(folder, clock);
    const first = hex(salts.of(today));
    clock.now = midnight + 15 * 60_000 - 1;
    expect(hex(salts.of(today))).toBe(first);
    clock.now += 1;
    expect(salts.of(today)).toBeUndefined();
    expect(opened(folder, clock).salts.of(today)).toBeUndefined();
    expect(await readdir(folder)).toEqual([]);
  });

  test("is removed by whoever makes none any more, once the day is over", async () => {
    const folder = await temporaryFolder();
    removeOldSalts(join(folder, "none"), noon);
    opened(folder, { now: noon }).salts.of(today);
    removeOldSalts(folder, noon);
    expect(await readdir(folder)).toEqual(["salt-2026-11-30"]);
    removeOldSalts(folder, noon + dayMs);
    expect(await readdir(folder)).toEqual([]);
  });

  test("is removed also when nobody comes any more, from the memory too", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    onTestFinished(() => void vi.useRealTimers());
    const folder = await temporaryFolder();
    const clock = { now: midnight - 1 };
    const { salts } = opened(folder, clock);
    const salt = salts.of(today);
    clock.now = midnight + hourMs;
    vi.advanceTimersByTime(60_000);
    expect(await readdir(folder)).toEqual([]);
    expect(hex(salt)).toBe("0".repeat(64));
  });

  test("is not to be had for a day that is over or far ahead", async () => {
    const { salts } = opened(await temporaryFolder(), { now: noon });
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
    opened(folder, { now: noon + dayMs }).salts.of(today + 1);
    expect(await readdir(folder)).toEqual(["salt-2026-12-01"]);
    const { salts } = opened(folder, { now: noon });
    expect(salts.of(today)).toBeDefined();
    expect(await readdir(folder)).toEqual(["salt-2026-11-30"]);
  });

  test("costs the process no salt", async () => {
    const clock = { now: noon };
    const { salts, faults } = opened(await temporaryFolder(), clock);
    for (const now of [noon, noon + dayMs, noon, noon - dayMs, noon]) {
      clock.now = now;
      expect(salts.of(Math.floor(now / dayMs))).toHaveLength(32);
    }
    expect(faults).toEqual([]);
  });
});

test("what a process left behind that was killed in the midst is removed with its day", async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, "salt-2026-11-29.0b0e1bd2-9f4e-4f0c-8f0e-0123456789ab"), "left");
  await writeFile(join(folder, "salt-2026-11-30.0b0e1bd2-9f4e-4f0c-8f0e-0123456789ab"), "at work");
  await writeFile(join(folder, "salt-of-the-earth"), "not ours");
  opened(folder, { now: noon });
  expect((await readdir(folder)).toSorted()).toEqual([
    "salt-2026-11-30.0b0e1bd2-9f4e-4f0c-8f0e-0123456789ab",
    "salt-of-the-earth",
  ]);
});

describe("where the file cannot be had", () => {
  test("there is no salt, and the fault is told once a second", async () => {
    const parent = await temporaryFolder();
    await writeFile(join(parent, "file"), "");
    const clock = { now: noon };
    const { salts, faults } = opened(join(parent, "file", "clicks"), clock);
    const before = faults.length;
    expect([salts.of(today), salts.of(today), salts.of(today)]).toEqual([undefined, undefined, undefined]);
    expect(faults.length - before).toBe(1);
    clock.now += 1_000;
    expect(salts.of(today)).toBeUndefined();
    expect(faults.length - before).toBe(2);
  });

  test("it is had as soon as it can be", async () => {
    const folder = join(await temporaryFolder(), "clicks");
    const clock = { now: noon };
    await writeFile(folder, "in the way");
    const { salts } = opened(folder, clock);
    expect(salts.of(today)).toBeUndefined();
    await rm(folder);
    clock.now += 1_000;
    expect(salts.of(today)).toBeDefined();
  });

  test("a file of another length is none, and is left for somebody to look at", async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, "salt-2026-11-30"), "short");
    const { salts, faults } = opened(folder, { now: noon });
    expect(salts.of(today)).toBeUndefined();
    expect(String(faults)).toContain("remove it");
    expect(await readFile(join(folder, "salt-2026-11-30"), "utf8")).toBe("short");
  });
});
