import { once } from "node:events";
import { describe, expect, test } from "vitest";
import { createLifecycle, createLogger, type Part } from "../src/index.ts";

function lifecycleFor(stopDeadlineMs = 1000) {
  const lines: string[] = [];
  const log = createLogger({ level: "info", write: (line) => lines.push(line) });
  return { lines, lifecycle: createLifecycle({ log, stopDeadlineMs }) };
}

function traced(trace: string[], name: string): Part {
  return { name, start: () => void trace.push(`+${name}`), stop: () => void trace.push(`-${name}`) };
}

describe("a lifecycle", () => {
  test("starts its parts in order and stops them in reverse", async () => {
    const trace: string[] = [];
    const { lifecycle } = lifecycleFor();
    lifecycle.add(traced(trace, "store")).add(traced(trace, "server"));
    await lifecycle.start();
    expect(await lifecycle.stop()).toEqual([]);
    expect(trace).toEqual(["+store", "+server", "-server", "-store"]);
  });

  test("stops what was started when a start fails, and throws the failure", async () => {
    const trace: string[] = [];
    const { lifecycle } = lifecycleFor();
    const failing = { ...traced(trace, "failing"), start: () => Promise.reject(new Error("port taken")) };
    lifecycle.add(traced(trace, "store")).add(failing).add(traced(trace, "never"));
    await expect(lifecycle.start()).rejects.toThrow("port taken");
    expect(trace).toEqual(["+store", "-store"]);
  });

  test("stops once however often it is asked", async () => {
    const trace: string[] = [];
    const { lifecycle } = lifecycleFor();
    lifecycle.add(traced(trace, "store"));
    await lifecycle.start();
    await Promise.all([lifecycle.stop(), lifecycle.stop()]);
    await lifecycle.stop();
    expect(trace).toEqual(["+store", "-store"]);
  });

  test("goes on when a part fails to stop, and names it", async () => {
    const trace: string[] = [];
    const { lifecycle, lines } = lifecycleFor();
    const failing = { name: "failing", stop: () => Promise.reject(new Error("stuck")) };
    lifecycle.add(traced(trace, "store")).add(failing);
    await lifecycle.start();
    expect(await lifecycle.stop()).toEqual(["failing"]);
    expect(trace).toContain("-store");
    expect(lines.join("")).toContain("stuck");
  });

  test("gives each part its deadline and goes on", async () => {
    const trace: string[] = [];
    const { lifecycle, lines } = lifecycleFor(20);
    lifecycle.add(traced(trace, "store")).add({ name: "endless", stop: () => new Promise(() => {}) });
    await lifecycle.start();
    expect(await lifecycle.stop()).toEqual(["endless"]);
    expect(trace).toContain("-store");
    expect(lines.join("")).toContain("did not stop within the deadline");
  });

  test("aborts a start that is under way when it is stopped meanwhile", async () => {
    const trace: string[] = [];
    const { lifecycle } = lifecycleFor();
    const slow: Part = {
      name: "slow",
      start: async (signal) => {
        await once(signal, "abort");
        signal.throwIfAborted();
      },
    };
    lifecycle.add(traced(trace, "store")).add(slow).add(traced(trace, "never"));
    const started = lifecycle.start();
    await Promise.all([expect(started).rejects.toThrow(/abort/i), lifecycle.stop()]);
    expect(trace).toEqual(["+store", "-store"]);
  });

  test("stops a part that became ready although a stop came meanwhile", async () => {
    const trace: string[] = [];
    const { lifecycle } = lifecycleFor();
    const ready = Promise.withResolvers<void>();
    lifecycle.add({ ...traced(trace, "slow"), start: () => ready.promise });
    const started = lifecycle.start();
    const stopped = lifecycle.stop();
    ready.resolve();
    await expect(started).rejects.toThrow(/abort/i);
    await stopped;
    expect(trace).toEqual(["-slow"]);
  });

  test("does not wait for ever for a part that ignores the stop, names it, and stops it when it is ready", async () => {
    const trace: string[] = [];
    const { lifecycle, lines } = lifecycleFor(20);
    const ready = Promise.withResolvers<void>();
    const stopped = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const start = () => {
      begun.resolve();
      return ready.promise;
    };
    const deaf: Part = { name: "deaf", start, stop: () => stopped.resolve() };
    lifecycle.add(traced(trace, "store")).add(deaf).add(traced(trace, "never"));
    const started = lifecycle.start();
    const stopping = begun.promise.then(() => lifecycle.stop());
    await Promise.all([expect(started).rejects.toThrow(/abort/i), expect(stopping).resolves.toEqual(["deaf"])]);
    expect(trace).toEqual(["+store", "-store"]);
    expect(lines.join("")).toContain("still starting");
    ready.resolve();
    await stopped.promise;
  });

  test("says which part failed to start after it was given up", async () => {
    const { lifecycle, lines } = lifecycleFor(20);
    const ready = Promise.withResolvers<void>();
    lifecycle.add({ name: "deaf", start: () => ready.promise });
    await Promise.all([expect(lifecycle.start()).rejects.toThrow(/abort/i), lifecycle.stop()]);
    ready.reject(new Error("port taken"));
    await expect.poll(() => lines.join(""), { timeout: 60_000 }).toContain("port taken");
  });

  test("fails a start when a part is not ready within its deadline, and stops the others", async () => {
    const trace: string[] = [];
    const log = createLogger({ level: "info", write: () => undefined });
    const lifecycle = createLifecycle({ log, stopDeadlineMs: 20, startDeadlineMs: 20 });
    lifecycle.add(traced(trace, "store")).add({ name: "endless", start: () => new Promise(() => {}) });
    await expect(lifecycle.start()).rejects.toThrow("endless was not ready within 20 ms");
    expect(trace).toEqual(["+store", "-store"]);
    expect(await lifecycle.stop()).toEqual(["endless"]);
  });

  test("refuses a part after the start", async () => {
    const { lifecycle } = lifecycleFor();
    await lifecycle.start();
    expect(() => lifecycle.add({ name: "late" })).toThrow("late");
  });
});
