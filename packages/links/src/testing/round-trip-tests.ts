import { expect, it } from "vitest";
import { linkTarget } from "../link.ts";
import { createCommand, noon, sampleLink, uniqueName } from "./sample-link.ts";
import type { StoresUnderTest } from "./use-stores.ts";

/** What goes in comes out, byte for byte. */
export function roundTripTests(stores: StoresUnderTest): void {
  it("keeps every field of a link", async () => {
    const { links } = stores.first;
    const link = sampleLink({
      kind: "alias",
      domain: "sho.example",
      code: `My-promo_${uniqueName()}`,
      redirectStatus: 308,
      expiresAt: noon + 1,
      createdAt: noon - 5,
      updatedAt: noon - 4,
      enabled: false,
      tags: ["a", "b c", "é", "日本"],
      note: "line\nbreak, 'quotes', \"double\", 👩‍👩‍👧‍👦 and 한국어",
    });
    expect(await links.create(createCommand(link))).toEqual({ kind: "created" });
    expect(await links.find(link)).toEqual(link);
    expect(await links.findTarget(link)).toEqual(linkTarget(link));
  });

  it("keeps a link that has nothing optional", async () => {
    const { links } = stores.first;
    const link = sampleLink({ ownerId: null });
    await links.create(createCommand(link));
    expect(await links.find(link)).toEqual(link);
  });

  it.each([301, 302, 307, 308] as const)("keeps the redirect status %i", async (redirectStatus) => {
    const { links } = stores.first;
    const link = sampleLink({ redirectStatus });
    await links.create(createCommand(link));
    expect((await links.findTarget(link))?.redirectStatus).toBe(redirectStatus);
  });

  it("keeps a destination of 8,192 bytes whole", async () => {
    const { links } = stores.first;
    const start = "https://example.com/?q=";
    const link = sampleLink({ destination: start + "x".repeat(8_192 - start.length) });
    await links.create(createCommand(link));
    expect((await links.findTarget(link))?.destination).toBe(link.destination);
    expect((await links.find(link))?.destination).toBe(link.destination);
  });

  it("keeps a destination's escapes, signs, empty query and fragment as they were written", async () => {
    const { links } = stores.first;
    const destination = "https://Example.COM:443/%7Ea/../b;c?x=%2B+%20~*'()!$&,[]{}|\\^`%zz=&&?#frag?ment%23";
    const link = sampleLink({ destination });
    await links.create(createCommand(link));
    expect((await links.findTarget(link))?.destination).toBe(destination);
  });

  it("tells codes apart by letter case", async () => {
    const { links } = stores.first;
    const lower = sampleLink({ code: `case${uniqueName()}` });
    const upper = sampleLink({ code: lower.code.toUpperCase(), destination: "https://example.com/upper" });
    expect((await links.create(createCommand({ ...lower, kind: "alias" }))).kind).toBe("created");
    expect(await links.findTarget(upper)).toBeUndefined();
    expect((await links.create(createCommand({ ...upper, kind: "alias" }))).kind).toBe("created");
    expect((await links.find(lower))?.destination).toBe(lower.destination);
    expect((await links.find(upper))?.destination).toBe("https://example.com/upper");
  });

  it("keeps one code on every domain apart from the others", async () => {
    const { links } = stores.first;
    const here = sampleLink();
    const there = { ...here, domain: "other.example", destination: "https://example.com/other" };
    expect((await links.create(createCommand(here))).kind).toBe("created");
    expect(await links.find(there)).toBeUndefined();
    expect((await links.create(createCommand(there))).kind).toBe("created");
    expect((await links.findTarget(here))?.destination).toBe(here.destination);
    expect((await links.findTarget(there))?.destination).toBe("https://example.com/other");
  });

  it("finds nothing where there is nothing, whatever the code looks like", async () => {
    const { links } = stores.first;
    for (const code of ["nothere", "", "%", "*", "a' OR '1'='1", "é", "x".repeat(10_000)]) {
      expect(await links.findTarget({ domain: "", code })).toBeUndefined();
      expect(await links.find({ domain: "nowhere.example", code })).toBeUndefined();
    }
  });

  it("shows a link to every other connection as soon as its create was answered", async () => {
    for (let round = 0; round < 20; round += 1) {
      const link = sampleLink();
      await stores.first.links.create(createCommand(link));
      expect(await stores.second.links.find(link)).toEqual(link);
    }
  });
}
