import { createMemorySalts, createSharedSalts, type SaltStore } from "@narrows/clicks/describe";
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
      const salt = kept.get(day) ?? candidate;
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

function node(store: SaltStore, clock: { now: number }, seed: string) {
  const faults: unknown[] = [];
  const salts = createSharedSalts({
    store,
    now: () => clock.now,
    randomBytes: seededBytes(seed),
    onFault: (error) => faults.push(error),
  });
  onTestFinished(() => salts.close());
  return { salts, faults };
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

test("a store that is down costs visitors, is asked once a second, and is used as soon as it answers", async () => {
  useFakeInterval();
  const { store, setDown } = storeOfTwo();
  setDown(true);
  const clock = { now: noon };
  const { salts, faults } = node(store, clock, "down");
  await settled();
  const before = faults.length;
  for (let asked = 0; asked < 5; asked++) expect(salts.of(today)).toBeUndefined();
  await settled();
  expect(faults.length).toBe(before);
  setDown(false);
  clock.now += 1_000;
  expect(salts.of(today)).toBeUndefined();
  await settled();
  expect(salts.of(today)).toHaveLength(32);
});

test("a store that does not answer is asked again after a while, and its late answer is taken", async () => {
  useFakeInterval();
  const waiting: ((salt: Uint8Array) => void)[] = [];
  const obtain = () => new Promise<Uint8Array>((resolve) => waiting.push(resolve));
  const clock = { now: noon };
  const { salts } = node({ obtain, removeBefore: () => Promise.resolve() }, clock, "silent");
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
