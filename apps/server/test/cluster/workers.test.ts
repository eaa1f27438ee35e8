import { setImmediate as nextTurn } from "node:timers/promises";
import { createLogger } from "@narrows/service";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { ForkedWorker, WorkerEnd } from "../../src/cluster/forked-worker.ts";
import { createWorkers } from "../../src/cluster/workers.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

const where = { url: "http://127.0.0.1:80", host: "127.0.0.1", port: 80, adminKeyFile: undefined };

type Fate = "ready" | "hangs" | "unforked";

/** Two workers that run; of those that come later, each meets its fate in turn. */
async function openRunning(...fates: readonly Fate[]) {
  const forked: (ForkedWorker & { readonly end: () => void })[] = [];
  const hopeless: Error[] = [];
  const lines: string[] = [];
  const coming = [...fates];
  const workers = createWorkers({
    count: 2,
    port: 80,
    fork({ number }) {
      const fate = forked.length < 2 ? "ready" : (coming.shift() ?? "ready");
      if (fate === "unforked") throw new Error("spawn ENOMEM");
      const worker = fakeWorker(number, fate);
      forked.push(worker);
      return worker;
    },
    log: createLogger({ level: "info", write: (line) => void lines.push(line) }),
    monotonicMs: () => 0,
    stopDeadlineMs: 1_000,
    readyDeadlineMs: 60_000,
    onEnd: () => undefined,
    onHopeless: (error) => void hopeless.push(error),
  });
  await workers.startFirst();
  await workers.startOthers();
  await settle();
  return { workers, forked, hopeless, log: () => lines.join("") };
}

function fakeWorker(number: number, fate: Fate) {
  const ended = Promise.withResolvers<WorkerEnd>();
  const end = (signal: string | null) => ended.resolve({ code: 0, signal, fault: undefined, farewell: undefined });
  const never = new Promise<never>(() => undefined);
  return {
    number,
    state: "ready" as const,
    peer: { ask: () => never, receive: () => false, lose: () => undefined },
    listening: Promise.resolve(80),
    ready: fate === "ready" ? Promise.resolve(where) : never,
    ended: ended.promise,
    stop: () => end(null),
    kill: () => end("SIGKILL"),
    end: () => end("SIGSEGV"),
  };
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await nextTurn();
}

async function pass(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
  await settle();
}

it("tries a fork that fails again, later from one to the next, until it succeeds, and never despairs of it", async () => {
  const { workers, forked, hopeless, log } = await openRunning(...Array.from({ length: 8 }, () => "unforked" as const));
  forked[1]?.end();
  await settle();
  for (const delayMs of [100, 200, 400, 800, 1_600, 3_200, 6_400, 10_000]) await pass(delayMs);
  expect(workers.living()).toHaveLength(1);
  await pass(10_000);
  expect(workers.living().map(({ number }) => number)).toEqual([1, 2]);
  expect(hopeless).toEqual([]);
  expect(log()).toContain("spawn ENOMEM");
});

it("tells of a worker that ended in good order as no error, and of one that died as one", async () => {
  const { workers, forked, log } = await openRunning();
  forked[0]?.stop("ending");
  await settle();
  expect(JSON.parse(log())).toMatchObject({ level: "info", worker: 1, code: 0 });
  forked[1]?.end();
  await settle();
  expect(JSON.parse(log().split("\n").at(1) ?? "")).toMatchObject({ level: "error", worker: 2, signal: "SIGSEGV" });
  await pass(100);
  expect(workers.living().map(({ number }) => number)).toEqual([1, 2]);
});

it("ends a round whose new worker cannot be forked, and keeps the old ones", async () => {
  const { workers, forked, log } = await openRunning("unforked");
  workers.replaceAll();
  await settle();
  expect(workers.living()).toEqual(forked);
  expect(log()).toContain("A new worker cannot start; the old ones stay.");
  workers.replaceAll();
  await settle();
  expect(log()).toContain("The workers are replaced.");
});

it("ends a new worker that is not ready in time, and the round with it", async () => {
  const { workers, forked, log } = await openRunning("hangs");
  workers.replaceAll();
  await pass(59_999);
  expect(workers.living()).toHaveLength(3);
  await pass(1);
  expect(workers.living()).toEqual(forked.slice(0, 2));
  expect(log()).toContain("A new worker cannot start; the old ones stay.");
});

it("leaves one alone that was ready in time", async () => {
  const { workers, forked } = await openRunning();
  workers.replaceAll();
  await settle();
  await pass(60_000);
  expect(workers.living()).toEqual(forked.slice(2));
});
