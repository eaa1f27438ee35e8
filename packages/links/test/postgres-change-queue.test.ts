import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { StoreError } from "../src/store-error.ts";
import { ChangeQueue } from "../src/stores/postgres/change-queue.ts";

const link = { domain: "", code: "one" };
const other = { domain: "", code: "two" };

describe("the queue of changes of one link", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function start() {
    const queue = new ChangeQueue({ lineLimit: 2, queueLimit: 3, waitMs: 100 });
    const begun: string[] = [];
    /** A change that ends when it is told to. */
    const change = (key: typeof link, name: string) => {
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      const answer = queue
        .run(key, () => {
          begun.push(name);
          return promise;
        })
        .catch((error: unknown) => (error as StoreError).code);
      return { answer, end: () => resolve(name), fail: reject };
    };
    return { queue, begun, change };
  }

  it("makes them in the order in which they came, beside those of other links", async () => {
    const { begun, change } = start();
    const changes = [change(link, "a"), change(link, "b"), change(other, "c"), change(link, "d")];
    expect(begun).toEqual(["a", "c"]);
    for (const each of changes) each.end();
    expect(await Promise.all(changes.map(({ answer }) => answer))).toEqual(["a", "b", "c", "d"]);
    expect(begun).toEqual(["a", "c", "b", "d"]);
  });

  it("goes on behind one that fails", async () => {
    const { change } = start();
    const [failing, next] = [change(link, "a"), change(link, "b")];
    failing.fail(new StoreError("STORE_UNAVAILABLE", "gone"));
    next.end();
    expect(await Promise.all([failing.answer, next.answer])).toEqual(["STORE_UNAVAILABLE", "b"]);
  });

  it("refuses those behind one that found its link locked, and nobody else", async () => {
    const { begun, change } = start();
    const locked = [change(link, "a"), change(link, "b"), change(link, "c")];
    const free = change(other, "d");
    locked[0]?.fail(new StoreError("STORE_LOCKED", "locked"));
    expect(await Promise.all(locked.map(({ answer }) => answer))).toEqual(Array(3).fill("STORE_LOCKED"));
    free.end();
    const later = change(link, "e");
    later.end();
    expect(await Promise.all([free.answer, later.answer])).toEqual(["d", "e"]);
    expect(begun).toEqual(["a", "d", "e"]);
  });

  it("refuses those beyond either bound, and those that waited for too long", async () => {
    const { queue, begun, change } = start();
    const first = change(link, "a");
    const waiting = [change(link, "b"), change(link, "c")];
    expect(await change(link, "d").answer).toBe("STORE_OVERLOADED");
    const second = change(other, "e");
    const third = change(other, "f");
    expect(await change(other, "g").answer).toBe("STORE_OVERLOADED");
    expect(queue.stats()).toEqual({ queued: 3, overloaded: 2 });
    await vi.advanceTimersByTimeAsync(100);
    const late = [...waiting, third].map(({ answer }) => answer);
    expect(await Promise.all(late)).toEqual(Array(3).fill("STORE_OVERLOADED"));
    expect(queue.stats()).toEqual({ queued: 0, overloaded: 5 });
    for (const each of [first, second]) each.end();
    expect(await Promise.all([first.answer, second.answer])).toEqual(["a", "e"]);
    expect(begun).toEqual(["a", "e"]);
  });

  it("lets what was accepted end when it is closed, and refuses what comes", async () => {
    const { queue, change } = start();
    const changes = [change(link, "a"), change(link, "b")];
    const isClosed = vi.fn<() => void>();
    const closed = queue.drain().then(isClosed);
    expect(await change(other, "c").answer).toBe("STORE_UNAVAILABLE");
    await vi.advanceTimersByTimeAsync(0);
    expect(isClosed).not.toHaveBeenCalled();
    for (const each of changes) each.end();
    await closed;
    expect(await Promise.all(changes.map(({ answer }) => answer))).toEqual(["a", "b"]);
  });
});
