import { createSharedSalts, type SaltStore } from "@narrows/clicks/describe";
import { createMemorySalts } from "@narrows/clicks/testing";
import { expect, onTestFinished, test, vi } from "vitest";
import { noon, seededBytes } from "./sample-visit.ts";

const minuteMs = 60_000;
const dayMs = 86_400_000;
const today = Math.floor(noon / dayMs);
const midnight = (today + 1) * dayMs;

/** A store in memory, as two nodes see it. */
function storeOfTwo() {
  const kept = new Map<number, Uint8Array>();
  const removed: number[] = [];
  let isDown = false;
  const store: SaltStore = {
    async obtain(day, candidate) {
      if (isDown) throw new Error("down");
      const salt = kept.get(day) ?? Uint8Array.from(candidate);
      kept.set(day, salt);
      return salt;
    },
    async removeBefore(day) {
      if (isDown) throw new Error("down");
      removed.push(day);
      for (const each of kept.keys()) if (each < day) kept.delete(each);
    },
  };
  return { store, kept, removed, setDown: (down: boolean) => void (isDown = down) };
}

function node(store: SaltStore, clock: { now: number }, seed: string, patienceMs = 5_000) {
  const faults: unknown[] = [];
  const alone: number[] = [];
  const making = { now: () => clock.now, randomBytes: seededBytes(seed) };
  const salts = createSharedSalts({
    ...making,
    store,
    openOwn: () => createMemorySalts(making),
    onFault: (error) => faults.push(error),
    onAlone: (day) => alone.push(day),
    patienceMs,
  });
  onTestFinished(() => salts.close());
  return { salts, faults, alone };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

function useFakeInterval() {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
}

test("nodes with one store have the same salt, and nobody waits for it", async () => {
  const { store } = storeOfTwo();
  const clock = { now: noon };
  const [one, other] = [node(store, clock, "one").salts, node(store, clock, "other").salts];
  expect(one.of(today)).toBeUndefined();
  await settled();
  expect(one.of(today)).toHaveLength(32);
  expect(other.of(today)).toEqual(one.of(today));
});

test("the next day's salt is there before the day", async () => {
  useFakeInterval();
  const { store } = storeOfTwo();
  const clock = { now: midnight - 9 * minuteMs };
  const { salts } = node(store, clock, "ahead");
  await settled();
  clock.now = midnight;
  expect(salts.of(today + 1)).toHaveLength(32);
});

test("salts of days that are over are removed from the store and from memory", async () => {
  useFakeInterval();
  const { store, kept, removed } = storeOfTwo();
  const clock = { now: noon };
  const { salts } = node(store, clock, "over");
  await settled();
  const salt = salts.of(today);
  clock.now = midnight + 16 * minuteMs;
  vi.advanceTimersByTime(minuteMs);
  await settled();
  expect([...kept.keys()]).toEqual([today + 1]);
  expect(removed).toEqual([today, today + 1]);
  expect(salt).toEqual(new Uint8Array(32));
  expect(salts.of(today)).toBeUndefined();
});

test("a store that is down for a moment costs visitors, is asked once a second, and is used as soon as it answers", async () => {
  useFakeInterval();
  const { store, kept, setDown } = storeOfTwo();
  setDown(true);
  const clock = { now: noon };
  const { salts, faults, alone } = node(store, clock, "down");
  await settled();
  const before = faults.length;
  for (let asked = 0; asked < 5; asked++) expect(salts.of(today)).toBeUndefined();
  await settled();
  expect(faults.length).toBe(before);
  setDown(false);
  clock.now += 1_000;
  expect(salts.of(today)).toBeUndefined();
  await settled();
  expect(salts.of(today)).toEqual(kept.get(today));
  expect(alone).toEqual([]);
});

test("where the store is down at midnight, the node's own salt is used until the day is over, and that is told once", async () => {
  useFakeInterval();
  const { store, kept, setDown } = storeOfTwo();
  const clock = { now: midnight - 9 * minuteMs };
  kept.set(today, new Uint8Array(32).fill(1)).set(today + 1, new Uint8Array(32).fill(2));
  setDown(true);
  const { salts, alone } = node(store, clock, "midnight");
  await settled();
  clock.now = midnight;
  const own = Uint8Array.from(salts.of(today + 1) ?? []);
  expect(own).toHaveLength(32);
  setDown(false);
  for (let minute = 0; minute < 30; minute++) {
    clock.now += minuteMs;
    vi.advanceTimersByTime(minuteMs);
    await settled();
    expect(salts.of(today + 1)).toEqual(own);
  }
  expect(alone).toEqual([today + 1]);
  kept.set(today + 2, new Uint8Array(32).fill(3));
  clock.now = midnight + dayMs - minuteMs;
  vi.advanceTimersByTime(minuteMs);
  await settled();
  clock.now = midnight + dayMs;
  expect(salts.of(today + 2)).toEqual(new Uint8Array(32).fill(3));
});

test("a store that lost the salt of the day gets it back, and a used one is kept where others agreed on another", async () => {
  useFakeInterval();
  const { store, kept } = storeOfTwo();
  const clock = { now: noon };
  const { salts } = node(store, clock, "lost");
  await settled();
  const salt = Uint8Array.from(salts.of(today) ?? []);
  const later = async () => {
    clock.now += 10 * minuteMs;
    vi.advanceTimersByTime(10 * minuteMs);
    await settled();
  };
  kept.clear();
  await later();
  expect(kept.get(today)).toEqual(salt);
  kept.set(today, new Uint8Array(32).fill(1));
  await later();
  expect(salts.of(today)).toEqual(salt);
});

test("who waits for the first salt has it, or after a while the node's own", async () => {
  const { store, kept } = storeOfTwo();
  const { salts, alone } = node(store, { now: noon }, "ready");
  await salts.ready();
  expect(salts.of(today)).toEqual(kept.get(today));
  const silent: SaltStore = { obtain: () => new Promise(() => undefined), removeBefore: () => Promise.resolve() };
  const left = node(silent, { now: noon }, "left", 10);
  await left.salts.ready();
  expect(left.salts.of(today)).toHaveLength(32);
  expect([alone, left.alone]).toEqual([[], [today]]);
});

test("an answer that comes after the close is kept nowhere", async () => {
  const answer = Promise.withResolvers<Uint8Array>();
  const { salts } = node(
    { obtain: () => answer.promise, removeBefore: () => Promise.resolve() },
    { now: noon },
    "closed",
  );
  salts.close();
  await salts.ready();
  answer.resolve(new Uint8Array(32));
  await settled();
  expect(salts.of(today)).toBeUndefined();
});

test("a store that does not answer is asked again after a while, and its late answer is taken", async () => {
  useFakeInterval();
  const waiting: ((salt: Uint8Array) => void)[] = [];
  const obtain = () => new Promise<Uint8Array>((resolve) => waiting.push(resolve));
  const clock = { now: noon };
  const { salts } = node({ obtain, removeBefore: () => Promise.resolve() }, clock, "silent", 60_000);
  salts.of(today);
  expect(waiting).toHaveLength(1);
  clock.now += 10_000;
  salts.of(today);
  expect(waiting).toHaveLength(2);
  waiting[0]?.(new Uint8Array(32).fill(1));
  await settled();
  expect(salts.of(today)).toEqual(new Uint8Array(32).fill(1));
});

test("a salt that is too short is none", async () => {
  useFakeInterval();
  const short = { obtain: () => Promise.resolve(new Uint8Array(8)), removeBefore: () => Promise.resolve() };
  const { salts, faults } = node(short, { now: noon }, "short");
  await settled();
  expect(salts.of(today)).toBeUndefined();
  expect(String(faults)).toContain("8 bytes");
});

test("salts of one process alone live for their day, too", () => {
  const clock = { now: noon };
  const salts = createMemorySalts({ now: () => clock.now, randomBytes: seededBytes("alone") });
  onTestFinished(() => salts.close());
  const salt = salts.of(today);
  expect(salt).toHaveLength(32);
  expect(salts.of(today)).toBe(salt);
  expect(salts.of(today - 1)).toBeUndefined();
  clock.now += dayMs;
  expect(salts.of(today)).toBeUndefined();
  expect(salts.of(today + 1)).not.toEqual(salt);
});
