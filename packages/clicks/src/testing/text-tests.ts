import { expect, it } from "vitest";
import { clickDimensions } from "../click.ts";
import { totalOf } from "./total-of.ts";
import { dayMs, newClick, storeAll, uniqueLink, uniqueMonth } from "./unique-clicks.ts";
import type { ClicksUnderTest } from "./use-clicks.ts";

const strange = [
  "",
  " ",
  "null",
  "(other)",
  "'; DROP TABLE clicks; --",
  '"double" \\ back',
  "%_[*]{}",
  "e\u0301 and \u00E9",
  "링크 🔗 👩‍👩‍👧",
  "\u202Eright to left",
  "\uFFFF\u{10FFFF}",
  "\u2028",
  "x".repeat(200),
  "링".repeat(200),
  "🔗".repeat(100),
];

export function textTests(clicks: ClicksUnderTest): void {
  it.each(strange)("gives back a text as it came: %j", async (text) => {
    const [link, at] = [uniqueLink(), uniqueMonth()];
    const click = newClick({
      ...link,
      at,
      ...(Object.fromEntries(clickDimensions.map((name) => [name, text])) as { readonly country: string }),
    });
    await storeAll(clicks.first, [click]);
    const span = { from: at, to: at + dayMs };
    expect(await clicks.second.clicks({ ...span, link, after: undefined, limit: 2 })).toEqual([click]);
    for (const dimension of clickDimensions) {
      const query = { ...span, dimension, classes: ["human"], limit: 3 } as const;
      expect(await clicks.second.breakdown({ ...query, link })).toEqual([{ value: text, clicks: 1 }]);
      expect(await clicks.second.breakdown({ ...query, link: undefined })).toEqual([{ value: text, clicks: 1 }]);
    }
  });

  it("puts values that are equally frequent in the order of their code points, and the unknown one last", async () => {
    const [link, at] = [uniqueLink(), uniqueMonth()];
    const values = ["", "B", "a", "é", "링", "\uFFFD", "🔗", null];
    await storeAll(
      clicks.first,
      values.toReversed().map((utmTerm) => newClick({ ...link, at, utmTerm })),
    );
    const query = { from: at, to: at + dayMs, link, dimension: "utmTerm", classes: ["human"], limit: 100 } as const;
    expect(await clicks.first.breakdown(query)).toEqual(values.map((value) => ({ value, clicks: 1 })));
  });

  it("puts links that are equally frequent in the order of domain and code", async () => {
    const at = uniqueMonth();
    const links = ["", "a.example", "é.example", "\uFFFD.example", "🔗.example"].flatMap((domain) =>
      ["A-same", "_same", "a-same"].map((code) => ({ domain, code })),
    );
    await storeAll(
      clicks.first,
      links.toReversed().map((link) => newClick({ ...link, at })),
    );
    const query = { from: at, to: at + dayMs, classes: ["human"], among: undefined, limit: 100 } as const;
    expect(await clicks.first.top(query)).toEqual(links.map((link) => ({ ...link, clicks: 1 })));
    expect(await clicks.first.top({ ...query, limit: 2 })).toEqual(
      links.slice(0, 2).map((link) => ({ ...link, clicks: 1 })),
    );
  });

  it("tells links apart by domain and by upper and lower case", async () => {
    const [{ code }, at] = [uniqueLink(), uniqueMonth()];
    const links = [
      { domain: "", code },
      { domain: "sho.example", code },
      { domain: "", code: code.toUpperCase() },
    ];
    await storeAll(
      clicks.first,
      links.flatMap((link, index) => Array.from({ length: index + 1 }, () => newClick({ ...link, at }))),
    );
    for (const [index, link] of links.entries()) {
      expect((await totalOf(clicks.first, link)).clicks).toBe(index + 1);
      expect((await clicks.first.counts({ from: at, to: at + dayMs, link })).clicks.human).toBe(index + 1);
    }
  });

  it("loses no click of a dimension with more values than a roll-up keeps apart", async () => {
    const [link, at] = [uniqueLink(), uniqueMonth()];
    // The first one is far more frequent than the others, and is there first.
    const frequent = Array.from({ length: 50 }, () => newClick({ ...link, at, utmTerm: "frequent" }));
    const rare = Array.from({ length: 1_000 }, (_, index) => newClick({ ...link, at, utmTerm: `term ${index}` }));
    await storeAll(clicks.first, [...frequent, ...rare], 400);
    const query = { from: at, to: at + dayMs, link, dimension: "utmTerm", classes: ["human"], limit: 2_000 } as const;
    const found = await clicks.first.breakdown(query);
    expect(found.reduce((sum, value) => sum + value.clicks, 0)).toBe(1_050);
    expect(found).toContainEqual({ value: "frequent", clicks: 50 });
    for (const { value, clicks: count } of found) {
      if (value !== "(other)" && value !== "frequent") expect(count).toBe(1);
    }
  });

  it("takes instants at the edges of what a date can say", async () => {
    const link = uniqueLink();
    const sent = [0, 8.64e15].map((at) => newClick({ ...link, at, id: edgeId(at) }));
    await storeAll(clicks.first, sent);
    expect((await totalOf(clicks.first, link)).clicks).toBe(2);
    expect((await clicks.first.counts({ from: 0, to: dayMs, link })).clicks.human).toBe(1);
    expect(await clicks.first.clicks({ from: 0, to: 1, link, after: undefined, limit: 5 })).toEqual([sent[0]]);
  });
}

/** The time in an id has room for the year 10889, not for all that a date has. */
function edgeId(at: number): string {
  return at === 0 ? "00000000-0000-7000-8000-00000000ed6e" : "ffffffff-ffff-7000-8000-00000000ed6e";
}
