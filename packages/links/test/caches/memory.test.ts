import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createMemoryCache, type CacheEntry } from "../../src/caches/memory.ts";

fc.configureGlobal({ seed: 3340 });

const gap: CacheEntry<string> = { found: null, readAt: 0 };

function link(version = 1, destination = "https://example.com/"): CacheEntry<string> {
  const flags = {
    redirectStatus: 302,
    expiresAt: null,
    enabled: true,
    quarantined: false,
    deleted: false,
    maxClicks: null,
  } as const;
  return { found: { target: { ...flags, destination, version }, answer: `${version} ${destination}` }, readAt: 0 };
}

const maxBytes = 64 * 1024;

function createCache(options: { maxBytes?: number; seed?: number } = {}) {
  return createMemoryCache<string>({ maxBytes, maxUnknown: 100, seed: 1, ...options });
}

const codes = (count: number, prefix: string) => Array.from({ length: count }, (_, n) => `${prefix}${n}`);

/** Puts one link after the other until one does not stay, and tells the codes of those before. */
function fill(cache: ReturnType<typeof createCache>): readonly string[] {
  const asked = codes(200, "full");
  for (const code of asked) cache.put(code, link());
  const firstRefused = asked.findIndex((code) => cache.get(code) === undefined);
  return asked.slice(0, firstRefused);
}

describe("memory cache", () => {
  it("lets every link in at once while there is room", () => {
    const cache = createCache();
    const entered = fill(cache);
    expect(entered.length).toBeGreaterThan(90);
    expect(cache.stats().links).toBe(entered.length);
    expect(entered.filter((code) => cache.get(code) === undefined)).toEqual([]);
  });

  it("keeps popular links in memory while a scan asks for twenty times as many others", () => {
    const cache = createCache();
    const popular = codes(50, "popular");
    for (const code of popular) cache.put(code, link());
    fill(cache);
    for (const code of codes(2000, "scan")) cache.put(code, link());
    expect(popular.filter((code) => cache.get(code) === undefined)).toEqual([]);
    expect(cache.stats().refused).toBeGreaterThan(1900);
  });

  it("lets a link into full memory when it is asked for twice, in place of the one unused for longest", () => {
    const cache = createCache();
    const [oldest, second] = fill(cache);
    cache.put("late", link());
    expect(cache.get("late")).toBeUndefined();
    cache.put("late", link());
    expect(cache.get("late")).toEqual(link());
    expect([cache.get(oldest ?? ""), cache.get(second ?? "")]).toEqual([undefined, link()]);
  });

  it("takes in links that have become popular, though others are asked for between them", () => {
    const cache = createCache();
    fill(cache);
    const popular = codes(20, "popular");
    for (let round = 0; round < 10; round += 1) {
      const once = codes(20, `once${round}-`);
      // To and fro, for nobody's clients ask for ever in the same order.
      const asked = round % 2 === 0 ? [...popular, ...once] : [...once, ...popular.toReversed()];
      for (const code of asked) if (cache.get(code) === undefined) cache.put(code, link());
    }
    expect(popular.filter((code) => cache.get(code) === undefined)).toEqual([]);
  });

  it("replaces a link that is in full memory at once, also by a longer one", () => {
    const cache = createCache();
    const code = fill(cache).at(-1) ?? "";
    const newer = link(2, `https://example.com/${"x".repeat(2000)}`);
    cache.put(code, newer);
    expect(cache.get(code)).toEqual(newer);
    expect(cache.stats().bytes).toBeLessThanOrEqual(maxBytes);
  });

  it("lets a changed link in again at its next read, though another took its room", () => {
    const cache = createCache();
    const code = fill(cache).at(-1) ?? "";
    cache.drop(code);
    cache.put("other", link());
    expect(cache.get("other")).toEqual(link());
    cache.put(code, link(2));
    expect(cache.get(code)).toEqual(link(2));
  });

  it("no longer calls a code unknown when its link was read, though that is not let in", () => {
    const cache = createCache();
    fill(cache);
    cache.put("created", gap);
    cache.put("created", link());
    expect(cache.get("created")).toBeUndefined();
  });

  it("has room for every link after it forgot all", () => {
    const cache = createCache();
    fill(cache);
    cache.dropAll();
    expect(cache.stats()).toMatchObject({ links: 0, unknown: 0, bytes: 0 });
    cache.put("first", link());
    expect(cache.get("first")).toEqual(link());
  });

  it("never keeps a link that is larger than all of memory", () => {
    const cache = createCache();
    cache.put("a", link());
    for (const version of [2, 3, 4]) cache.put("a", link(version, "x".repeat(maxBytes)));
    expect(cache.get("a")).toBeUndefined();
    expect(cache.stats()).toMatchObject({ links: 0, bytes: 0 });
  });

  it("never answers anything but what was put last", () => {
    const code = fc.integer({ min: 0, max: 11 }).map((n) => `code${n}`);
    const length = fc.integer({ min: 1, max: 1500 });
    const step = fc.oneof(
      { weight: 8, arbitrary: fc.record({ kind: fc.constant("link"), code, length }) },
      { weight: 2, arbitrary: fc.record({ kind: fc.constant("gap"), code, length }) },
      { weight: 2, arbitrary: fc.record({ kind: fc.constant("drop"), code, length }) },
      { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom("dropAll", "look"), code, length }) },
    );
    const traces = fc.array(step, { minLength: 20, maxLength: 120, size: "max" });
    fc.assert(
      fc.property(traces, fc.integer(), (trace, seed) => {
        expect(faultsOf(trace, seed)).toEqual([]);
      }),
    );
  });
});

type Step = { readonly kind: string; readonly code: string; readonly length: number };

/** Room for about four of the twelve links, so that most traces fill it. */
const smallBytes = 5000;

/** Does to a cache and to a map without bounds the same, and tells at which steps the cache was wrong. */
function faultsOf(trace: readonly Step[], seed: number): readonly string[] {
  const cache = createMemoryCache<string>({ maxBytes: smallBytes, maxUnknown: 3, seed });
  const last = new Map<string, CacheEntry<string>>();
  const faults: string[] = [];
  for (const [turn, step] of trace.entries()) {
    const before = cache.get(step.code);
    const entry = take(cache, last, step, turn);
    // A link enters in place of a link without fail, and that there is none always enters.
    const mustEnter = entry !== undefined && (entry.found === null || (before?.found ?? null) !== null);
    if (mustEnter && cache.get(step.code) !== entry) faults.push(`${turn}: did not replace ${step.code}`);
    for (const code of codes(12, "code")) {
      const known = cache.get(code);
      if (known !== undefined && known !== last.get(code)) faults.push(`${turn}: wrong answer for ${code}`);
    }
    const { bytes, unknown } = cache.stats();
    if (bytes > smallBytes || unknown > 3) faults.push(`${turn}: ${bytes} bytes, ${unknown} unknown`);
  }
  return faults;
}

/** Does one step, and tells what it put. */
function take(
  cache: ReturnType<typeof createCache>,
  last: Map<string, CacheEntry<string>>,
  { kind, code, length }: Step,
  turn: number,
): CacheEntry<string> | undefined {
  if (kind === "drop") {
    cache.drop(code);
    last.delete(code);
  } else if (kind === "dropAll") {
    cache.dropAll();
    last.clear();
  } else if (kind !== "look") {
    const entry = kind === "gap" ? gap : link(turn, "x".repeat(length));
    cache.put(code, entry);
    last.set(code, entry);
    return entry;
  }
  return undefined;
}
