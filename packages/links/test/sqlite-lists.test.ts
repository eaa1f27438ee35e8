import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { ApiKey, ListQuery } from "../src/index.ts";
import { createCommand, sampleLink } from "../src/testing/index.ts";
import { useTemporarySqlite } from "./temporary-sqlite.ts";

const { open, after } = useTemporarySqlite();

const query: ListQuery = {
  ownerId: undefined,
  domain: undefined,
  tag: undefined,
  codePrefix: undefined,
  host: undefined,
  limit: 10,
  after: undefined,
};

describe("the reader thread", () => {
  it("is not started before the first list", async () => {
    const threads: unknown[] = [];
    const count = (worker: unknown) => void threads.push(worker);
    process.on("worker", count);
    after(() => void process.off("worker", count));
    const { database } = await open();
    await database.links.create(createCommand(sampleLink()));
    expect(threads).toHaveLength(1);
    expect((await database.links.list(query)).links).toHaveLength(1);
    expect(threads).toHaveLength(2);
  });

  it("refuses lists over its queue's bound and counts them", async () => {
    const { database } = await open({ listQueueLimit: 2 });
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => database.links.list(query)));
    // One is under way, two wait.
    expect(outcomes.map((outcome) => outcome.status)).toEqual([
      "fulfilled",
      "fulfilled",
      "fulfilled",
      "rejected",
      "rejected",
    ]);
    expect(outcomes[4]).toMatchObject({ reason: { name: "StoreError", code: "STORE_OVERLOADED" } });
    expect(database.stats()).toMatchObject({ lists: 3, overloadedLists: 2, queuedLists: 0 });
  });

  it("gives up a list that takes too long, also one that still waits, and answers later ones", async () => {
    const { database } = await open({ listDeadlineMs: 30_000 });
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const outcomes = Promise.allSettled([database.links.list(query), database.links.list(query)]);
    // In the same turn, so that no answer can come before; and not so long that the thread counts as dead.
    vi.advanceTimersByTime(30_000);
    vi.useRealTimers();
    for (const outcome of await outcomes) expect(outcome).toMatchObject({ reason: { code: "STORE_OVERLOADED" } });
    expect((await database.links.list(query)).links).toEqual([]);
    expect(database.stats()).toMatchObject({ lists: 2, overloadedLists: 2 });
  });

  it("does not keep a closing store waiting with lists that have not begun", async () => {
    const { database } = await open();
    const outcomes = Promise.allSettled(Array.from({ length: 10 }, () => database.links.list(query)));
    // The second for which the one that has begun is waited for does not pass, however long its thread takes to start.
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    await database.close();
    const [first, ...waiting] = await outcomes;
    expect(first?.status).toBe("fulfilled");
    for (const outcome of waiting) expect(outcome).toMatchObject({ reason: { code: "STORE_UNAVAILABLE" } });
  });
});

describe("the list of keys", () => {
  const keyOf = (n: number): ApiKey => ({
    id: `key-${n}`,
    ownerId: "ann",
    name: "",
    scopes: ["links:read"],
    domain: null,
    createdAt: 1_000 - n,
    expiresAt: null,
    revokedAt: null,
  });

  it("is read page by page to its end, oldest key first", async () => {
    const { database } = await open();
    const keys = Array.from({ length: 600 }, (_, n) => keyOf(n));
    await Promise.all(
      keys.map((key, n) => database.keys.create(key, new Uint8Array(32).fill(n % 256).fill(n >> 8, 16))),
    );
    expect(await database.keys.list()).toEqual(keys.toReversed());
  });

  it("waits for no search through links", async () => {
    const { database } = await open({ listQueueLimit: 1 });
    await database.keys.create(keyOf(1), new Uint8Array(32));
    const searches = Promise.allSettled(Array.from({ length: 5 }, () => database.links.list(query)));
    expect(await database.keys.list()).toEqual([keyOf(1)]);
    await searches;
  });
});
