import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { ListPosition } from "../link-store.ts";
import type { Link } from "../link.ts";
import type { CheckedLink } from "../safety/safety-store.ts";
import { anyone, createCommand, noon, sampleLink, uniqueName } from "./sample-link.ts";
import type { StoreDriver } from "./store-driver.ts";
import { useStores } from "./use-stores.ts";

/** Declares the tests that every driver of `SafetyStore` must pass. */
export function describeSafetyStore(driver: StoreDriver): void {
  describe(`the ${driver.name} safety store`, () => {
    const stores = useStores(driver);
    const make = async (fields: Partial<Link>): Promise<Link> => {
      const link = sampleLink(fields);
      await stores.first.links.create(createCommand(link));
      return link;
    };
    const walk = async (from: ListPosition, before: number, limit: number): Promise<readonly CheckedLink[]> => {
      const found: CheckedLink[] = [];
      let after = from;
      for (;;) {
        const page = await stores.second.safety.linksByTime(after, before, limit);
        if (page.last === undefined) return found;
        after = page.last;
        found.push(...page.links);
      }
    };

    it("gives links in the order of their creation, each once, however many are on a page", async () => {
      const start = noon + 1_000_000;
      const made: Link[] = [];
      // Some in one millisecond, some in one second, on two domains.
      for (const at of [0, 0, 0, 1, 1, 999, 1_000, 1_000, 5_000]) {
        made.push(await make({ createdAt: start + at, updatedAt: start + at, domain: at === 1 ? "b.example" : "" }));
      }
      const inOrder = made.toSorted((a, b) => a.createdAt - b.createdAt || (a.code < b.code ? -1 : 1));
      const expected = inOrder.map(({ domain, code }) => ({ domain, code }));
      const from = { createdAt: start, domain: "", code: "" };
      for (const limit of [1, 2, 3, 1_000]) {
        const found = await walk(from, start + 5_001, limit);
        expect(found.map(({ domain, code }) => ({ domain, code }))).toEqual(expected);
      }
      expect(await walk(from, start + 1_000, 2)).toHaveLength(6);
      const [first] = await walk(from, start + 1, 1);
      expect(first).toEqual({ ...expected[0], destination: made[0]?.destination, version: 1, changedAt: start });
    });

    it("begins at the oldest link where no page came before", async () => {
      const oldest = await make({ createdAt: 1, updatedAt: 1 });
      const page = await stores.first.safety.linksByTime(undefined, noon, 1);
      expect(page.links.map(({ code }) => code)).toEqual([oldest.code]);
      expect(page.last).toEqual({ createdAt: 1, domain: "", code: oldest.code });
    });

    it("passes over links that lead nowhere, and goes on behind them", async () => {
      const start = noon + 2_000_000;
      const at = { createdAt: start, updatedAt: start };
      const [deleted, quarantined] = [await make(at), await make(at)];
      await make({ ...at, enabled: false });
      await make({ ...at, expiresAt: start + 5 });
      const last = await make({ createdAt: start + 1, updatedAt: start + 1 });
      const change = { guard: anyone, now: start + 1 };
      await stores.first.links.delete({ ...change, key: deleted });
      await stores.first.links.quarantine({ ...change, key: quarantined, reason: "phishing" });
      const found = await walk({ createdAt: start, domain: "", code: "" }, start + 10, 1);
      expect(found.map(({ code }) => code)).toEqual([last.code]);
    });

    it("gives the version and the instant of a changed link", async () => {
      const start = noon + 3_000_000;
      const link = await make({ createdAt: start, updatedAt: start });
      const patch = { destination: "https://example.com/other" };
      await stores.first.links.edit({
        key: link,
        guard: anyone,
        patch,
        now: start + 7,
      });
      const [found] = await walk({ createdAt: start, domain: "", code: "" }, start + 1, 5);
      expect(found).toEqual({ domain: "", code: link.code, ...patch, version: 2, changedAt: start + 7 });
    });

    it("lets one walk at a time, until its time is over or it is given back", async () => {
      const { first, second } = stores;
      const claim = (holder: string, now: number) => ({ holder, ttlMs: 100, now });
      expect(await first.safety.takeWalk(claim("a", noon))).toBe("");
      expect(await second.safety.takeWalk(claim("b", noon + 99))).toBeUndefined();
      expect(await second.safety.saveWalk(claim("b", noon + 99), "stolen")).toBe(false);
      expect(await first.safety.saveWalk(claim("a", noon + 50), '{"at":"é"}')).toBe(true);
      expect(await second.safety.takeWalk(claim("b", noon + 149))).toBeUndefined();
      expect(await second.safety.takeWalk(claim("b", noon + 150))).toBe('{"at":"é"}');
      expect(await first.safety.saveWalk(claim("a", noon + 151), "late")).toBe(false);
      await first.safety.releaseWalk("a");
      expect(await first.safety.takeWalk(claim("a", noon + 152))).toBeUndefined();
      await second.safety.releaseWalk("b");
      expect(await first.safety.takeWalk(claim("a", noon + 153))).toBe('{"at":"é"}');
      await first.safety.releaseWalk("a");
    });

    it("remembers findings by link and digest, and takes one that it has", async () => {
      const digest = (text: string) => createHash("sha256").update(text).digest().subarray(0, 16);
      const key = { domain: "b.example", code: uniqueName() };
      await stores.first.safety.keepFinding(key, digest("one"), noon);
      await stores.first.safety.keepFinding(key, digest("one"), noon + 1);
      expect(await stores.second.safety.hasFinding(key, digest("one"))).toBe(true);
      expect(await stores.second.safety.hasFinding(key, digest("two"))).toBe(false);
      expect(await stores.second.safety.hasFinding({ ...key, domain: "" }, digest("one"))).toBe(false);
    });
  });
}
