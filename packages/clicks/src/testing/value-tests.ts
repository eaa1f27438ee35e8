import { expect, it } from "vitest";
import { valuesPerDimension } from "../rollup/index.ts";
import { dayMs, newClick, storeAll, uniqueLink, uniqueMonth } from "./unique-clicks.ts";
import type { ClicksUnderTest } from "./use-clicks.ts";

/** More than a bucket keeps apart. */
const many = 1_000;

export function valueTests(clicks: ClicksUnderTest): void {
  it("keeps those values apart that came first, and counts all others together, of a link and of all links", async () => {
    const [link, at] = [uniqueLink(), uniqueMonth()];
    const wave = (from: number) =>
      Array.from({ length: valuesPerDimension / 2 }, (_, index) =>
        newClick({ ...link, at, utmTerm: `term ${from + index}` }),
      );
    for (let from = 0; from < many; from += valuesPerDimension / 2) await storeAll(clicks.first, wave(from));
    // A value that is kept apart has all of its clicks, also those that come after the others.
    await storeAll(clicks.first, wave(0));
    const query = { from: at, to: at + dayMs, dimension: "utmTerm", classes: ["human"], limit: 2 * many } as const;
    for (const counted of [link, undefined]) {
      const found = await clicks.first.breakdown({ ...query, link: counted });
      expect(found).toHaveLength(valuesPerDimension + 1);
      expect(found).toContainEqual({ value: "term 0", clicks: 2 });
      expect(found).toContainEqual({ value: `term ${valuesPerDimension - 1}`, clicks: 1 });
      expect(found[0]).toEqual({ value: "(other)", clicks: 1_024 - valuesPerDimension });
    }
  });

  it("has room for other values in another bucket, of another dimension and of another link", async () => {
    const [link, at] = [uniqueLink(), uniqueMonth()];
    const terms = Array.from({ length: many }, (_, index) => newClick({ ...link, at, utmTerm: `${index}` }));
    await storeAll(clicks.first, terms);
    const others = [
      newClick({ ...link, at: at + dayMs, utmTerm: "next day" }),
      newClick({ ...link, at, utmSource: "source" }),
      newClick({ ...uniqueLink(), at, utmTerm: "link" }),
    ];
    await storeAll(clicks.first, others);
    for (const { at: from, domain, code, utmTerm, utmSource } of others) {
      const dimension = utmTerm === null ? "utmSource" : "utmTerm";
      const query = { from, to: from + dayMs, link: { domain, code }, classes: ["human"], limit: 2_000 } as const;
      const found = await clicks.first.breakdown({ ...query, dimension });
      expect(found).toContainEqual({ value: utmTerm ?? utmSource, clicks: 1 });
    }
  });

  it("keeps no more of them apart when days are counted anew", async () => {
    const [link, at] = [uniqueLink(), uniqueMonth()];
    const sent = Array.from({ length: many }, (_, index) => newClick({ ...link, at, utmTerm: `term ${index}` }));
    await storeAll(clicks.first, sent, 300);
    await clicks.first.rebuild({ from: at, to: at + dayMs });
    const query = { from: at, to: at + dayMs, dimension: "utmTerm", classes: ["human"], limit: 2 * many } as const;
    for (const counted of [link, undefined]) {
      const found = await clicks.first.breakdown({ ...query, link: counted });
      expect(found).toHaveLength(valuesPerDimension + 1);
      expect(found[0]).toEqual({ value: "(other)", clicks: many - valuesPerDimension });
    }
  });
}
