import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { compilePolicy } from "../../src/compile-policy.ts";
import { createLimiter } from "../../src/create-limiter.ts";
import type { AlgorithmOptions, PolicyOptions } from "../../src/policy-options.ts";
import { createSharedMemory, sharedMemoryStore, type SharedMemory } from "../../src/stores/shared-memory/index.ts";
import { counts } from "../../src/stores/shared-memory/layout.ts";
import type { TakeAll } from "../fixtures/take-all.worker.ts";

const threads = 8;
const windowMs = 10_000_000_000;
const by = ["client"];

describe("eight threads on one key of a shared memory", { timeout: 60_000 }, () => {
  const quotas: readonly AlgorithmOptions[] = [
    { algorithm: "fixed-window", limit: 5000, windowMs },
    { algorithm: "token-bucket", capacity: 5000, refill: 1, refillMs: windowMs },
  ];
  for (const quota of quotas) {
    it(`admit exactly the limit (${quota.algorithm})`, async () => {
      const memory = createSharedMemory({ keys: 100 });
      const passed = await takeAll(memory, () => [{ name: "x", by, ...quota }], 2000);
      expect(sum(passed)).toBe(5000);
    });
  }

  it("admit what the smaller of two policies allows, charge the larger no more, and never wait for each other", async () => {
    const memory = createSharedMemory({ keys: 100 });
    const large = { name: "large", by, algorithm: "fixed-window", limit: 3000, windowMs } as const;
    const small = { name: "small", by, algorithm: "gcra", burst: 1000, refill: 1, refillMs: windowMs } as const;
    const passed = await takeAll(memory, (thread) => (thread % 2 === 0 ? [large, small] : [small, large]), 500);
    expect(sum(passed)).toBe(1000);
    const store = sharedMemoryStore({ memory });
    const left = store.peekNow([{ policy: compilePolicy(large), key: ["one"], cost: 1 }]);
    expect(left.verdicts[0]?.remaining).toBe(2000);
    // Two that wait for each other come apart after a second, when one takes the other's lock over.
    expect(takenOver(memory)).toBe(0);
  });

  it("admit nothing while another thread's block lasts", async () => {
    const memory = createSharedMemory({ keys: 100 });
    const policy = { name: "x", by, algorithm: "fixed-window", limit: 5000, windowMs } as const;
    await sharedMemoryStore({ memory }).block([{ policy: compilePolicy(policy), key: ["one"], cost: 1 }], 60_000);
    expect(sum(await takeAll(memory, () => [policy], 100))).toBe(0);
  });
});

describe("a shared memory", () => {
  const five = { name: "x", by, algorithm: "fixed-window", limit: 5, windowMs } as const;

  it("tells the same time in every store, whenever it was opened", () => {
    const startMs = performance.now();
    const memory = createSharedMemory({ keys: 1 });
    const [one, other] = [sharedMemoryStore({ memory }), sharedMemoryStore({ memory })];
    const times = [one, other, one, other].map((store) => store.peekNow([]).atMicros);
    const tookMicros = (performance.now() - startMs) * 1000;
    // However long that took on a busy machine, no two are further apart than its beginning and its end.
    expect(Math.max(...times) - Math.min(...times)).toBeLessThanOrEqual(tookMicros + 1_000);
  });

  it("tells the wall time, also in a store whose thread was interrupted while it read the clocks", () => {
    const clocks = interruptedClocks(1_800_000_000_000);
    const memory = createSharedMemory({ keys: 1 });
    for (let opened = 0; opened < 2; opened += 1) {
      const store = sharedMemoryStore({ memory });
      expect(store.peekNow([]).atMicros).toBe(1_800_000_000_000_000 + clocks.passedMicros());
    }
  });

  it("goes on when a thread died holding a lock", () => {
    const memory = createSharedMemory({ keys: 1 });
    const counter = sharedMemoryStore({ memory }).counter(compilePolicy(five));
    expect(counter.tryTake("a", 4)).toBe(true);
    lockEverything(memory);
    const sleep = vi.spyOn(Atomics, "wait").mockReturnValue("timed-out");
    onTestFinished(() => sleep.mockRestore());
    expect([counter.tryTake("a", 1), counter.tryTake("a", 1)]).toEqual([true, false]);
    const slept = sleep.mock.calls.map(([, , , ms]) => ms);
    expect(slept, "a second").toEqual(Array.from({ length: 100 }, () => 10));
    expect(takenOver(memory)).toBe(1);
  });

  it("counts on by a quota that only another store knew", () => {
    const memory = createSharedMemory({ keys: 100 });
    const by8 = { ...five, limit: 8 };
    sharedMemoryStore({ memory }).counter(compilePolicy(five)).tryTake("a", 4);
    const counter = sharedMemoryStore({ memory }).counter(compilePolicy(by8));
    expect([counter.tryTake("a", 5), counter.tryTake("a", 4)]).toEqual([false, true]);
  });

  it("does not forget who is over his limit or blocked, however many keys come", async () => {
    const store = sharedMemoryStore({ memory: createSharedMemory({ keys: 100 }) });
    const policy = compilePolicy(five);
    const counter = store.counter(policy);
    counter.tryTake("over", 5);
    await store.block([{ policy, key: ["blocked"], cost: 1 }], 60_000);
    for (let i = 0; i < 50_000; i++) counter.tryTake(`other ${i}`, 1);
    expect([counter.tryTake("over", 1), counter.tryTake("blocked", 1)]).toEqual([false, false]);
    expect(counter.tryTake("new", 5)).toBe(true);
  });

  it("forgets who has used less first: who is nearly over stays", () => {
    const counter = sharedMemoryStore({ memory: createSharedMemory({ keys: 100 }) }).counter(compilePolicy(five));
    counter.tryTake("nearly over", 4);
    for (let i = 0; i < 50_000; i++) counter.tryTake(`other ${i}`, (i % 3) + 1);
    expect(counter.tryTake("nearly over", 2)).toBe(false);
  });

  it("refuses a policy that has no room in it when the limiter is built, and tells the room it needs", () => {
    const log = { name: "log", by, algorithm: "sliding-window-log", limit: 10, windowMs } as const;
    const store = sharedMemoryStore({ memory: createSharedMemory({ keys: 1 }) });
    const refused = expect.objectContaining({
      code: "STORE_POLICY_UNSUPPORTED",
      message: expect.stringContaining("needs a maxWidth of 25"),
    });
    expect(() => createLimiter({ policies: [five, log], store })).toThrow(refused);
    expect(() => store.counter(compilePolicy(log))).toThrow(refused);
  });

  it("refuses the 1,025th quota as what it is", async () => {
    const store = sharedMemoryStore({ memory: createSharedMemory({ keys: 1 }) });
    const { check } = createLimiter({
      policy: ([limit, ms]: readonly [number, number]) => ({ ...five, limit, windowMs: ms }),
      scope: () => "a",
      store,
    });
    for (let ms = 1; ms <= 1024; ms++) expect((await check([5, ms])).degraded).toBe(false);
    await expect(check([5, 1025])).rejects.toMatchObject({ code: "STORE_POLICY_UNSUPPORTED" });
    expect((await check([5, 1024])).degraded).toBe(false);
    // Another limit is no other quota.
    expect((await check([6, 1024])).degraded).toBe(false);
  });

  it("refuses options that there are not, and names those that there are", () => {
    const refused = (options: unknown) => () => sharedMemoryStore(options as never);
    const message = expect.stringContaining("sharedMemoryStore takes memory, clock, not ");
    for (const options of [undefined, null, 5, { memory: createSharedMemory({ keys: 1 }), keys: 1 }]) {
      expect(refused(options)).toThrow(expect.objectContaining({ code: "OPTION_UNKNOWN", message }));
    }
    expect(refused({})).toThrow(expect.objectContaining({ code: "STORE_OPTION_INVALID" }));
    expect(() => createSharedMemory({ max: 5 } as never)).toThrow(
      'createSharedMemory takes keys, maxWidth, not "max".',
    );
  });

  it("refuses memory and options that make no sense", () => {
    const refusals = [
      () => sharedMemoryStore({ memory: { buffer: new SharedArrayBuffer(8) } }),
      () => sharedMemoryStore({ memory: { buffer: new SharedArrayBuffer(2 ** 20) } }),
      () => createSharedMemory({ keys: 0 }),
      () => createSharedMemory({ maxWidth: Number.NaN }),
    ];
    for (const refused of refusals) expect(refused).toThrow(expect.objectContaining({ code: "STORE_OPTION_INVALID" }));
  });
});

/** How much each of the threads got. */
async function takeAll(
  memory: SharedMemory,
  policies: (thread: number) => readonly PolicyOptions[],
  times: number,
): Promise<readonly number[]> {
  const gate = new SharedArrayBuffer(4);
  const file = new URL("../fixtures/take-all.worker.ts", import.meta.url);
  const workers = Array.from({ length: threads }, (_, thread) => {
    const workerData: TakeAll = { memory, gate, policies: policies(thread), times };
    return new Worker(file, { workerData });
  });
  try {
    await Promise.all(workers.map((worker) => once(worker, "message")));
    const answers = Promise.all(workers.map((worker) => once(worker, "message")));
    Atomics.store(new Int32Array(gate), 0, 1);
    Atomics.notify(new Int32Array(gate), 0);
    return (await answers).map(([passed]) => Number(passed));
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
}

/** Clocks of the machine and of a thread; each second time that the first is read, something else runs before and after. */
function interruptedClocks(wallMs: number) {
  const startMicros = 50_000_000;
  let [micros, readings] = [startMicros, 0];
  const spies = [
    vi.spyOn(Date, "now").mockReturnValue(wallMs),
    vi.spyOn(performance, "now").mockImplementation(() => micros / 1000 - 20_000),
    vi.spyOn(process.hrtime, "bigint").mockImplementation(() => {
      const pauseMicros = (readings += 1) % 2 === 0 ? 30_000 : 0;
      micros += pauseMicros;
      const read = BigInt(micros) * 1000n;
      micros += pauseMicros;
      return read;
    }),
  ];
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore();
  });
  return { passedMicros: () => micros - startMicros };
}

/** How many locks were taken from a thread that seemed dead. */
function takenOver({ buffer }: SharedMemory): number {
  return Atomics.load(new Int32Array(buffer), counts.takenOver);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

/** As a thread that died would leave it: one bucket, the last of the memory, with its lock taken. */
function lockEverything({ buffer }: SharedMemory): void {
  const bucketBytes = (1 + 16 * (3 + 1 + 8)) * 8;
  new Int32Array(buffer)[(buffer.byteLength - bucketBytes) / 4] = 123_456;
}
