import { describe, expect, it } from "vitest";
import type { Report } from "../safety/report-store.ts";
import { anyone, createCommand, noon, sampleLink } from "./sample-link.ts";
import type { StoreDriver } from "./store-driver.ts";
import { useStores } from "./use-stores.ts";

const limits = { total: 1_000, perLink: 5 };

/** Declares the tests that every driver of `ReportStore` must pass. */
export function describeReportStore(driver: StoreDriver): void {
  describe(`the ${driver.name} report store`, () => {
    const stores = useStores(driver);
    const makeLink = async (domain = "") => {
      const link = sampleLink({ domain });
      await stores.first.links.create(createCommand(link));
      return { domain, code: link.code };
    };
    const sample = (key: Pick<Report, "domain" | "code">, fields: Partial<Report> = {}): Omit<Report, "id"> => ({
      ...key,
      category: "phishing",
      text: "It asks for my password. 암호를 묻습니다 😀",
      reportedAt: noon,
      ...fields,
    });
    const reportsOf = async ({ domain, code }: Pick<Report, "domain" | "code">) =>
      (await stores.second.reports.list({ domain, after: 0, limit: 1_000 })).filter((report) => report.code === code);

    it("keeps a report with every field", async () => {
      const key = await makeLink();
      expect(await stores.first.reports.add(sample(key), limits)).toBe(true);
      expect(await stores.first.reports.add(sample(key, { text: null, category: "other" }), limits)).toBe(true);
      const found = await reportsOf(key);
      expect(found).toMatchObject([sample(key), sample(key, { text: null, category: "other" })]);
      expect(await stores.second.reports.find(found[0]?.id ?? 0)).toEqual(found[0]);
      expect(await stores.second.reports.find(0)).toBeUndefined();
    });

    it("keeps none of a link that is not there or is deleted", async () => {
      const key = await makeLink();
      await stores.first.links.delete({ key, guard: anyone, now: noon });
      expect(await stores.first.reports.add(sample(key), limits)).toBe(false);
      expect(await stores.first.reports.add(sample({ domain: "", code: "nobody" }), limits)).toBe(false);
      expect(await reportsOf(key)).toEqual([]);
    });

    it("keeps no more than allowed, of one link and of all", async () => {
      const key = await makeLink();
      for (let made = 0; made < 7; made += 1) await stores.first.reports.add(sample(key), limits);
      expect(await reportsOf(key)).toHaveLength(5);
      const total = await stores.first.reports.count();
      const other = await makeLink();
      expect(await stores.first.reports.add(sample(other), { ...limits, total })).toBe(false);
      expect(await stores.first.reports.add(sample(other), { ...limits, total: total + 1 })).toBe(true);
    });

    it("lists from the oldest on, page by page, and of one domain where that is asked", async () => {
      const [here, there] = [await makeLink(), await makeLink("c.example")];
      for (const key of [there, here, there]) await stores.first.reports.add(sample(key), limits);
      const all = await stores.first.reports.list({ domain: undefined, after: 0, limit: 1_000 });
      const ids = all.map(({ id }) => id);
      expect(ids).toEqual(ids.toSorted((a, b) => a - b));
      expect(await stores.first.reports.list({ domain: undefined, after: ids[1] ?? 0, limit: 1 })).toEqual([all[2]]);
      const ofDomain = await stores.first.reports.list({ domain: "c.example", after: 0, limit: 1_000 });
      expect(ofDomain.map(({ code }) => code)).toEqual([there.code, there.code]);
    });

    it("removes one, or all of a link, and never the same twice", async () => {
      const [key, other] = [await makeLink(), await makeLink()];
      for (const named of [key, key, key, other]) await stores.first.reports.add(sample(named), limits);
      const before = await stores.first.reports.count();
      const [first] = await reportsOf(key);
      expect(await stores.first.reports.remove(first?.id ?? 0)).toBe(true);
      expect(await stores.second.reports.remove(first?.id ?? 0)).toBe(false);
      expect(await stores.first.reports.removeOf(key)).toBe(2);
      expect(await stores.first.reports.removeOf(key)).toBe(0);
      expect(await stores.second.reports.count()).toBe(before - 3);
      expect(await reportsOf(other)).toHaveLength(1);
    });
  });
}
