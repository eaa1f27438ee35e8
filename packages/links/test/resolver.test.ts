import { describe, expect, it } from "vitest";
import { createMemoryCache } from "../src/caches/memory.ts";
import type { LinkKey, LinkTarget } from "../src/link.ts";
import { createResolver } from "../src/resolver.ts";
import { StoreError } from "../src/store-error.ts";

const target = (destination: string, version = 1): LinkTarget => ({
  destination,
  redirectStatus: 302,
  expiresAt: null,
  enabled: true,
  quarantined: false,
  deleted: false,
  maxClicks: null,
  version,
});

/** A store whose reads are answered by hand, so that a test decides what overtakes what. */
function handStore() {
  const reads: { key: LinkKey; answer: (value: LinkTarget | undefined) => void; fail: (error: Error) => void }[] = [];
  return {
    reads,
    findTarget: (key: LinkKey) =>
      new Promise<LinkTarget | undefined>((resolve, reject) => {
        reads.push({ key, answer: resolve, fail: reject });
      }),
  };
}

function setUp(limits: { maxBytes?: number; maxUnknown?: number; deafLimitMs?: number } = {}) {
  const store = handStore();
  const clock = { ms: 0, heardAt: 0 };
  const cache = createMemoryCache<string>({
    maxBytes: limits.maxBytes ?? 1_000_000,
    maxUnknown: limits.maxUnknown ?? 100,
    seed: 1,
  });
  const resolver = createResolver<string>({
    store,
    cache,
    prepare: ({ destination }) => `ready:${destination}`,
    silenceMs: () => clock.ms - clock.heardAt,
    maxSilenceMs: 1000,
    deafLimitMs: limits.deafLimitMs ?? 30_000,
    maxUnknownMs: 1000,
    monotonicMs: () => clock.ms,
  });
  const load = async (code: string, value: LinkTarget | undefined) => {
    const found = resolver.find("", code);
    store.reads.at(-1)?.answer(value);
    return found;
  };
  return { store, clock, cache, resolver, load };
}

describe("resolver", () => {
  it("answers from memory after one read of the store", async () => {
    const { store, resolver, load } = setUp();
    expect(resolver.peek("", "a")).toBeUndefined();
    await load("a", target("https://a.example/"));
    expect(resolver.peek("", "a")).toEqual({
      target: target("https://a.example/"),
      answer: "ready:https://a.example/",
    });
    expect(store.reads).toHaveLength(1);
    expect(resolver.stats()).toEqual({ hits: 1, misses: 1, deafHits: 0 });
  });

  it("remembers that a code is unknown until it is created", async () => {
    const { resolver, load } = setUp();
    await load("nope", undefined);
    expect(resolver.peek("", "nope")).toBeNull();
    resolver.drop({ domain: "", code: "nope" });
    expect(resolver.peek("", "nope")).toBeUndefined();
  });

  it("keeps the domains apart", async () => {
    const { resolver, load } = setUp();
    await load("a", target("https://a.example/"));
    expect(resolver.peek("other.example", "a")).toBeUndefined();
  });

  it("makes one lookup of a stampede on one cold code", async () => {
    const { store, resolver } = setUp();
    const all = Array.from({ length: 50 }, async () => resolver.find("", "a"));
    expect(store.reads).toHaveLength(1);
    store.reads[0]?.answer(target("https://a.example/"));
    const found = await Promise.all(all);
    expect(new Set(found.map((one) => one?.answer))).toEqual(new Set(["ready:https://a.example/"]));
  });

  it("needs only memory for as long as changes are heard", async () => {
    const { clock, resolver, load } = setUp();
    await load("a", target("https://a.example/"));
    clock.ms = 3_600_000;
    clock.heardAt = clock.ms - 999;
    expect(resolver.peek("", "a")).not.toBeUndefined();
    clock.heardAt = clock.ms - 1000;
    expect(resolver.peek("", "a")).toBeUndefined();
  });

  it("asks again after a second whether an unknown code was created elsewhere", async () => {
    const { clock, resolver, load } = setUp();
    await load("nope", undefined);
    clock.ms = clock.heardAt = 999;
    expect(resolver.peek("", "nope")).toBeNull();
    clock.ms = clock.heardAt = 1000;
    expect(resolver.peek("", "nope")).toBeUndefined();
  });

  it("forgets every link, and what lookups on their way bring", async () => {
    const { store, resolver, load } = setUp();
    await load("a", target("https://a.example/"));
    const underWay = resolver.find("", "b");
    resolver.dropAll();
    store.reads.at(-1)?.answer(target("https://b.example/"));
    await underWay;
    expect([resolver.peek("", "a"), resolver.peek("", "b")]).toEqual([undefined, undefined]);
  });

  it("does not keep what a lookup brings that was under way when the link changed", async () => {
    const { store, resolver } = setUp();
    const early = resolver.find("", "a");
    resolver.drop({ domain: "", code: "a" });
    const late = resolver.find("", "a");
    expect(store.reads).toHaveLength(2);
    store.reads[1]?.answer(target("https://new.example/", 2));
    expect((await late)?.answer).toBe("ready:https://new.example/");
    store.reads[0]?.answer(target("https://old.example/", 1));
    await early;
    expect(resolver.peek("", "a")?.answer).toBe("ready:https://new.example/");
  });

  it("never lets an older version replace a newer one", async () => {
    const { resolver, load } = setUp();
    await load("a", target("https://new.example/", 2));
    await load("a", target("https://old.example/", 1));
    expect(resolver.peek("", "a")?.answer).toBe("ready:https://new.example/");
  });

  it("serves a known link from memory while the store cannot answer, up to the deaf limit", async () => {
    const { store, clock, resolver, load } = setUp();
    await load("a", target("https://a.example/"));
    const failing = () => {
      const found = resolver.find("", "a");
      store.reads.at(-1)?.fail(new StoreError("STORE_LOCKED", "locked"));
      return found;
    };
    clock.ms = 29_999;
    expect((await failing())?.answer).toBe("ready:https://a.example/");
    expect(resolver.stats().deafHits).toBe(1);
    clock.ms = 30_000;
    await expect(failing()).rejects.toThrow("locked");
  });

  it("serves nothing from memory after a second of silence where the deaf limit is 0", async () => {
    const { store, clock, resolver, load } = setUp({ deafLimitMs: 0 });
    await load("a", target("https://a.example/"));
    clock.ms = 999;
    expect(resolver.peek("", "a")?.answer).toBe("ready:https://a.example/");
    clock.ms = 1_000;
    expect(resolver.peek("", "a")).toBeUndefined();
    const found = resolver.find("", "a");
    store.reads.at(-1)?.fail(new StoreError("STORE_UNAVAILABLE", "down"));
    await expect(found).rejects.toThrow("down");
  });

  it("does not vouch for an unknown code while the store cannot answer", async () => {
    const { store, clock, resolver, load } = setUp();
    await load("nope", undefined);
    clock.ms = 1500;
    const found = resolver.find("", "nope");
    store.reads.at(-1)?.fail(new StoreError("STORE_LOCKED", "locked"));
    await expect(found).rejects.toThrow("locked");
  });

  it("answers at once from a store that does, and serves from memory when it fails", async () => {
    const { cache } = setUp();
    const clock = { ms: 0 };
    const known = new Map([["a", target("https://a.example/")]]);
    let isDown = false;
    const resolver = createResolver<string>({
      store: {
        findTarget({ code }) {
          if (isDown) throw new StoreError("STORE_UNAVAILABLE", "down");
          return known.get(code);
        },
      },
      cache,
      prepare: ({ destination }) => `ready:${destination}`,
      silenceMs: () => clock.ms,
      maxSilenceMs: 1000,
      deafLimitMs: 30_000,
      maxUnknownMs: 1000,
      monotonicMs: () => clock.ms,
    });
    expect(resolver.find("", "a")).toMatchObject({ answer: "ready:https://a.example/" });
    expect(resolver.find("", "nope")).toBeNull();
    expect(resolver.peek("", "a")).toMatchObject({ answer: "ready:https://a.example/" });
    isDown = true;
    clock.ms = 29_999;
    expect(await resolver.find("", "a")).toMatchObject({ answer: "ready:https://a.example/" });
    clock.ms = 30_000;
    await expect(resolver.find("", "a")).rejects.toThrow("down");
  });

  it("serves from memory for failures of the store only, not for faults of the program", async () => {
    const { store, resolver, load, clock } = setUp();
    await load("a", target("https://a.example/"));
    clock.ms = 1500;
    const found = resolver.find("", "a");
    store.reads.at(-1)?.fail(new TypeError("a fault"));
    await expect(found).rejects.toThrow("a fault");
  });

  it("remembers of one code either a link or that there is none, never both", async () => {
    const { cache, resolver, load } = setUp();
    await load("a", undefined);
    await load("a", target("https://a.example/"));
    expect(cache.stats()).toMatchObject({ links: 1, unknown: 0 });
    expect(resolver.peek("", "a")?.answer).toBe("ready:https://a.example/");
  });

  it("counts an entry's age from before its read", async () => {
    const { store, clock, resolver } = setUp();
    const found = resolver.find("", "nope");
    clock.ms = clock.heardAt = 999;
    store.reads.at(-1)?.answer(undefined);
    await found;
    clock.ms = clock.heardAt = 1000;
    expect(resolver.peek("", "nope")).toBeUndefined();
  });

  it("tries the store again after a failure", async () => {
    const { store, resolver, load } = setUp();
    const found = resolver.find("", "a");
    store.reads[0]?.fail(new StoreError("STORE_UNAVAILABLE", "gone"));
    await expect(found).rejects.toThrow("gone");
    expect((await load("a", target("https://a.example/")))?.answer).toBe("ready:https://a.example/");
  });

  it("holds its bounds, and a flood of unknown codes pushes out no link", async () => {
    const { cache, resolver, load } = setUp({ maxBytes: 10_000, maxUnknown: 100 });
    await load("known", target("https://a.example/"));
    for (let n = 0; n < 1000; n += 1) await load(`nope${n}`, undefined);
    expect(resolver.peek("", "known")).not.toBeUndefined();
    expect(cache.stats().unknown).toBe(100);
    for (let n = 0; n < 1000; n += 1) await load(`link${n}`, target("https://a.example/"));
    expect(cache.stats().bytes).toBeLessThanOrEqual(10_000);
    expect(cache.stats().links).toBeGreaterThan(5);
  });
});
