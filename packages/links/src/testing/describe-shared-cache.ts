import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { linkTarget, type LinkTarget } from "../link.ts";
import type { SharedCache } from "../shared-cache.ts";
import { sampleLink } from "./sample-link.ts";

/** What a conformance suite must know of a cache. */
export type SharedCacheDriver = {
  readonly name: string;
  /** Begins whatever keeps the entries. */
  open(): Promise<{
    /** Another node on the same cache; resolves when it is connected. */
    connect(): Promise<SharedCache>;
    close(): Promise<void>;
  }>;
};

/** What every shared cache must do; a driver passes it unchanged. */
export function describeSharedCache(driver: SharedCacheDriver): void {
  describe(`the shared cache in ${driver.name}`, () => {
    let installation: Awaited<ReturnType<SharedCacheDriver["open"]>>;
    let first: SharedCache;
    let second: SharedCache;
    beforeAll(async () => {
      installation = await driver.open();
      first = await installation.connect();
      second = await installation.connect();
      await first.reached(7);
      await second.reached(0);
    }, 60_000);
    afterAll(async () => {
      await first.close();
      await second.close();
      await installation.close();
    });

    /** A link that no other test uses, at some version. */
    const sample = () => {
      const link = sampleLink();
      const at = (version: number): LinkTarget =>
        linkTarget({ ...link, version, destination: `https://e.com/${version}` });
      return { key: { domain: link.domain, code: link.code }, at };
    };

    it("gives every node what one has put, field by field", async () => {
      const targets = [
        sampleLink({ destination: "https://example.com/?q=%2B+~[](){}'\"\\|^`#f%zz", redirectStatus: 308 }),
        sampleLink({ expiresAt: 1_900_000_000_000, enabled: false, version: 12_345 }),
        sampleLink({ quarantinedAt: 1, domain: "go.example" }),
        sampleLink({ deletedAt: 1, destination: "", version: 2 }),
        sampleLink({ destination: `https://example.com/${"x".repeat(8_000)}` }),
      ];
      await Promise.all(targets.map((link) => first.put(link, linkTarget(link))));
      const got = await Promise.all(targets.map((link) => second.get(link)));
      expect(got).toEqual(targets.map(linkTarget));
    });

    it("knows nothing of what nobody put, and keeps domains apart", async () => {
      const { key, at } = sample();
      await first.put({ ...key, domain: "a.example" }, at(1));
      expect(await first.get(key)).toBeUndefined();
      expect(await first.get({ ...key, domain: "b.example" })).toBeUndefined();
    });

    it("never lets an older version replace a newer one, in whatever order they come", async () => {
      const { key, at } = sample();
      for (const version of [2, 1, 3, 2]) await first.put(key, at(version));
      expect(await second.get(key)).toEqual(at(3));
      await second.put(key, { ...at(3), enabled: false });
      expect(await first.get(key)).toEqual({ ...at(3), enabled: false });
    });

    it("forgets what is older than a raised version, and takes nothing older that comes late", async () => {
      const { key, at } = sample();
      await first.put(key, at(1));
      await second.raise(key, 3);
      expect(await first.get(key)).toBeUndefined();
      await first.put(key, at(2));
      await first.put(key, null);
      expect(await first.get(key)).toBeUndefined();
      await first.put(key, at(3));
      await second.raise(key, 3);
      await second.raise(key, 2);
      expect(await second.get(key)).toEqual(at(3));
    });

    it("takes nothing old after a raise of a link that it did not know", async () => {
      const { key, at } = sample();
      await first.raise(key, 2);
      await second.put(key, at(1));
      expect(await first.get(key)).toBeUndefined();
    });

    it("remembers for a moment that there is no link, and no longer once there is one", async () => {
      const { key, at } = sample();
      // A busy machine may let the moment pass.
      await vi.waitFor(
        async () => {
          await first.put(key, null);
          expect(await second.get(key)).toBeNull();
        },
        { timeout: 20_000 },
      );
      await second.put(key, at(1));
      await first.put(key, null);
      expect(await first.get(key)).toEqual(at(1));
      const other = sample();
      await first.put(other.key, null);
      await vi.waitUntil(async () => (await first.get(other.key)) === undefined, { timeout: 20_000, interval: 50 });
    });

    it("forgets a link at version 0", async () => {
      const { key, at } = sample();
      await first.put(key, at(5));
      await second.raise(key, 0);
      expect(await first.get(key)).toBeUndefined();
    });

    it("answers a thousand lookups of one turn, each with its own", async () => {
      const samples = Array.from({ length: 1_000 }, sample);
      await Promise.all(samples.map(({ key, at }, index) => first.put(key, at(index + 1))));
      const got = await Promise.all(samples.map(({ key }) => second.get(key)));
      expect(got).toEqual(samples.map(({ at }, index) => at(index + 1)));
    });
  });

  describe(`the shared cache in ${driver.name} and the log of changes`, () => {
    it("keeps how far it was carried out, and forgets all links where that is lost", async () => {
      const installation = await driver.open();
      const [first, second] = [await installation.connect(), await installation.connect()];
      const link = sampleLink();
      expect(await first.get(link)).toBeUndefined();
      expect(await first.reached(7)).toBe(7);
      expect(await second.reached(9)).toBe(7);
      expect(await first.advance(7, 10)).toBe(true);
      expect(await second.advance(7, 8)).toBe(true);
      expect(await second.reached(0)).toBe(10);
      expect(await second.advance(11, 12)).toBe(false);
      await first.put(link, linkTarget(link));
      await second.forget();
      expect(await first.advance(10, 11)).toBe(false);
      expect(await first.reached(20)).toBe(20);
      expect(await second.reached(30)).toBe(20);
      expect([await first.get(link), await second.get(link)]).toEqual([undefined, undefined]);
      await Promise.all([first.close(), second.close()]);
      await installation.close();
    });
  });
}
