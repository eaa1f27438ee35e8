import { rename } from "node:fs/promises";
import { createLogger } from "@narrows/service";
import { describe, expect, it } from "vitest";
import { databasePath } from "../../src/index.ts";
import { createReadiness } from "../../src/readiness.ts";
import { openTestServer, type Send } from "../harness/running-server.ts";

const patience = { timeout: 60_000 };

describe("/healthz and /readyz", () => {
  it("answer anybody with the status alone, and a key with details", async () => {
    const server = await openTestServer();
    expect((await server.send("/healthz", { key: null })).json()).toEqual({ status: "ok" });
    const ready = async (send: Send) => (await server.send("/readyz", send)).json();
    // On a slow machine the store may take too long for once, or the log of changes be read too late.
    await expect.poll(() => ready({ key: null }), patience).toEqual({ status: "ready" });
    const checks = { store: "ok", changes: "ok", traffic: "ok" };
    await expect.poll(() => ready({}), patience).toEqual({ status: "ready", checks });
  });
});

describe("a database file that is moved away under the running service", () => {
  it("makes it not ready, refuses creates, and is said in the log", async () => {
    const lines: string[] = [];
    const log = createLogger({ level: "error", write: (line) => lines.push(line) });
    const server = await openTestServer({ log });
    const path = databasePath(server.dataDir);
    await rename(path, `${path}.moved`);
    const refused = await server.send("/v1/urls", { method: "POST", body: { longUrl: "https://example.com/" } });
    expect(refused.json()).toMatchObject({ status: 503, code: "STORE_UNAVAILABLE" });
    const readiness = async () => (await server.send("/readyz")).json();
    await expect.poll(readiness, patience).toMatchObject({ checks: { store: "down" } });
    expect(
      lines.filter((line) => line.includes("not ready") && line.includes("moved, removed or replaced")),
    ).toHaveLength(1);
  });
});

describe("createReadiness", () => {
  const options = { deadlineMs: 20, hearsChanges: () => true, onStoreDown: () => undefined, monotonicMs: () => 0 };

  it("is not ready while the store fails or takes too long", async () => {
    const failing = createReadiness({ ...options, pingStore: () => Promise.reject(new Error("down")) });
    expect(await failing.check()).toMatchObject({ isReady: false, checks: { store: "down" } });
    const hanging = createReadiness({ ...options, pingStore: () => new Promise(() => undefined) });
    expect(await hanging.check()).toMatchObject({ isReady: false, checks: { store: "slow" } });
  });

  it("says once why the store is down, and again when it fails anew", async () => {
    const said: unknown[] = [];
    const [first, second] = [new Error("first"), new Error("second")];
    const failures = [first, first, undefined, second];
    let nowMs = 0;
    const readiness = createReadiness({
      ...options,
      monotonicMs: () => (nowMs += 1_000),
      onStoreDown: (error) => said.push(error),
      async pingStore() {
        const failure = failures.shift();
        if (failure !== undefined) throw failure;
      },
    });
    for (const isReady of [false, false, true, false]) expect(await readiness.check()).toMatchObject({ isReady });
    expect(said).toEqual([first, second]);
  });

  it("is not ready from the drain on", async () => {
    const readiness = createReadiness({ ...options, pingStore: () => Promise.resolve() });
    expect((await readiness.check()).isReady).toBe(true);
    readiness.drain();
    expect(await readiness.check()).toMatchObject({ isReady: false, checks: { traffic: "draining" } });
  });

  it("is not ready while changes by other processes go unheard", async () => {
    const deaf = createReadiness({ ...options, pingStore: () => Promise.resolve(), hearsChanges: () => false });
    expect(await deaf.check()).toMatchObject({ isReady: false, checks: { changes: "unheard" } });
  });

  it("asks the store once for many questions at once, and again half a second later", async () => {
    let nowMs = 0;
    let pings = 0;
    const pingStore = async (): Promise<void> => void (pings += 1);
    const readiness = createReadiness({ ...options, pingStore, monotonicMs: () => nowMs });
    await Promise.all(Array.from({ length: 100 }, () => readiness.check()));
    expect(pings).toBe(1);
    nowMs = 501;
    await readiness.check();
    expect(pings).toBe(2);
  });
});
