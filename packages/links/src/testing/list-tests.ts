import { expect, it } from "vitest";
import type { LinkPage, ListQuery } from "../link-store.ts";
import type { Link } from "../link.ts";
import { anyone, createCommand, noon, sampleLink, uniqueName } from "./sample-link.ts";
import type { StoresUnderTest } from "./use-stores.ts";

const everything: ListQuery = {
  ownerId: undefined,
  domain: undefined,
  tag: undefined,
  codePrefix: undefined,
  host: undefined,
  limit: 100,
  after: undefined,
};
/** Keyset pages and what they can be narrowed to. */
export function listTests(stores: StoresUnderTest): void {
  const list = (query: Partial<ListQuery>): Promise<LinkPage> => stores.first.links.list({ ...everything, ...query });
  const codes = async (query: Partial<ListQuery>): Promise<readonly string[]> =>
    (await list(query)).links.map((link) => link.code);
  const created = async (...all: readonly Partial<Link>[]): Promise<readonly Link[]> => {
    const links = all.map((fields) => sampleLink(fields));
    for (const link of links) await stores.first.links.create(createCommand(link));
    return links;
  };
  const allPages = async (query: Partial<ListQuery>, between?: () => Promise<unknown>): Promise<readonly Link[]> => {
    const found: Link[] = [];
    let after: ListQuery["after"];
    do {
      const page = await list({ ...query, after });
      found.push(...page.links);
      after = page.next;
      await between?.();
    } while (after !== undefined);
    return found;
  };

  it("lists an owner's links as they are, newest first", async () => {
    const ownerId = uniqueName();
    const links = await created(
      { ownerId, createdAt: noon + 1, tags: ["a"], note: "n" },
      { ownerId, createdAt: noon + 3, expiresAt: noon },
      { ownerId, createdAt: noon + 2, enabled: false, domain: "sho.example" },
      { createdAt: noon + 2 },
    );
    expect(await list({ ownerId })).toEqual({ links: [links[1], links[2], links[0]], next: undefined });
  });

  it("gives an empty last page to an owner without links", async () => {
    expect(await list({ ownerId: uniqueName() })).toEqual({ links: [], next: undefined });
  });

  it("leaves deleted links out of every kind of list", async () => {
    const ownerId = uniqueName();
    const host = `${uniqueName()}.example`;
    const tag = uniqueName();
    const [kept, deleted] = await created(
      { ownerId, destination: `https://${host}/`, tags: [tag] },
      { ownerId, destination: `https://${host}/`, tags: [tag] },
    );
    if (deleted === undefined) throw new Error("Two links were made.");
    await stores.first.links.delete({ key: deleted, guard: anyone, now: noon });
    for (const query of [{ ownerId }, { host }, { tag }, { ownerId, host }, { ownerId, tag }]) {
      expect(await codes(query)).toEqual([kept?.code]);
    }
    expect(await codes({ codePrefix: deleted.code })).toEqual([]);
  });

  it("ends a page of very long links early and says where the next one starts", async () => {
    const ownerId = uniqueName();
    const long = { destination: "https://long.example/".padEnd(8_000, "x"), note: "n".repeat(1_000) };
    const links = await created(
      ...Array.from({ length: 260 }, (_, step) => ({ ownerId, createdAt: noon - step, ...long })),
    );
    for (const query of [{ ownerId }, { ownerId, codePrefix: "t" }]) {
      const first = await list({ ...query, limit: 1_000 });
      expect(JSON.stringify(first).length).toBeLessThan(1.5 * 1024 * 1024);
      expect(first.links.length).toBeGreaterThan(50);
      expect((await allPages({ ...query, limit: 1_000 })).map(({ code }) => code)).toEqual(
        links.map(({ code }) => code),
      );
    }
  });

  it("says where the next page starts only when there is one", async () => {
    const ownerId = uniqueName();
    const links = await created(...[1, 2, 3].map((step) => ({ ownerId, createdAt: noon + step })));
    const first = await list({ ownerId, limit: 2 });
    expect(first.next).toEqual({ createdAt: noon + 2, domain: "", code: links[1]?.code });
    expect(await list({ ownerId, limit: 2, after: first.next })).toEqual({ links: [links[0]], next: undefined });
    expect((await list({ ownerId, limit: 3 })).next).toBeUndefined();
  });

  it.each([1, 2, 7])("gives every link of one millisecond exactly once, in pages of %i", async (limit) => {
    const ownerId = uniqueName();
    const links = await created(
      ...Array.from({ length: 15 }, (_, index) => ({ ownerId, domain: index % 2 === 0 ? "" : "sho.example" })),
    );
    const found = await allPages({ ownerId, limit });
    expect(found.map((link) => link.code).sort()).toEqual(links.map((link) => link.code).sort());
  });

  it("keeps its pages stable while newer links are added and listed ones deleted", async () => {
    const ownerId = uniqueName();
    const links = await created(
      ...Array.from({ length: 12 }, (_, index) => ({ ownerId, createdAt: noon + Math.floor(index / 3) })),
    );
    const found = await allPages({ ownerId, limit: 5 }, async () => {
      await created({ ownerId, createdAt: noon + 1_000 });
      const [newest] = (await list({ ownerId, limit: 1 })).links;
      if (newest !== undefined) await stores.first.links.delete({ key: newest, guard: anyone, now: noon });
      await created({ ownerId, createdAt: noon + 2_000 });
    });
    expect(found.map((link) => link.code).sort()).toEqual(links.map((link) => link.code).sort());
  });

  it("lists everyone's links, newest first, for those who may see them", async () => {
    const far = noon + 10_000_000;
    const links = await created({ createdAt: far + 1 }, { createdAt: far + 2, ownerId: null }, { createdAt: far + 3 });
    expect(await codes({ limit: 3 })).toEqual(links.toReversed().map((link) => link.code));
    expect((await list({ limit: 1 })).next).toMatchObject({ createdAt: far + 3 });
  });

  it("narrows to a domain, the default one included", async () => {
    const ownerId = uniqueName();
    const [here, there] = await created({ ownerId }, { ownerId, domain: "sho.example" });
    expect(await codes({ ownerId, domain: "" })).toEqual([here?.code]);
    expect(await codes({ ownerId, domain: "sho.example" })).toEqual([there?.code]);
    expect(await codes({ ownerId, domain: "unknown.example" })).toEqual([]);
  });

  it("narrows to a tag, whole and in its letter case", async () => {
    const tag = uniqueName();
    const ownerId = uniqueName();
    const links = await created(
      { ownerId, tags: [tag, "zz"], createdAt: noon + 1 },
      { ownerId, tags: [`${tag}x`, tag.toUpperCase()] },
      { tags: ["aa", tag], createdAt: noon + 2 },
      { ownerId: null, tags: [tag], createdAt: noon + 3 },
    );
    expect(await codes({ tag })).toEqual([links[3]?.code, links[2]?.code, links[0]?.code]);
    expect(await codes({ tag, ownerId })).toEqual([links[0]?.code]);
    expect(await codes({ tag: `${tag}%` })).toEqual([]);
    const pages = await allPages({ tag, limit: 1 });
    expect(pages.map((link) => link.code)).toEqual([links[3]?.code, links[2]?.code, links[0]?.code]);
  });

  it("follows the tags of a link when they are edited", async () => {
    const [before, after] = [uniqueName(), uniqueName()];
    const [link] = await created({ tags: [before, "kept"] });
    if (link === undefined) throw new Error("A link was made.");
    await stores.first.links.edit({ key: link, guard: anyone, patch: { tags: [after, "kept"] }, now: noon });
    expect(await codes({ tag: before })).toEqual([]);
    expect(await codes({ tag: after })).toEqual([link.code]);
    expect(await codes({ tag: "kept", codePrefix: link.code })).toEqual([link.code]);
  });

  it("narrows to a destination's host, whole, whatever its scheme, port and path", async () => {
    const host = `${uniqueName()}.example`;
    const ownerId = uniqueName();
    const links = await created(
      { ownerId, destination: `https://${host}/a?b#c`, createdAt: noon + 1 },
      { destination: `http://${host.toUpperCase()}:8080`, createdAt: noon + 2 },
      { ownerId, destination: `https://www.${host}/` },
      { ownerId, destination: `https://example.com/${host}` },
    );
    expect(await codes({ host })).toEqual([links[1]?.code, links[0]?.code]);
    expect(await codes({ host, ownerId })).toEqual([links[0]?.code]);
    expect((await allPages({ host, limit: 1 })).map((link) => link.code)).toEqual([links[1]?.code, links[0]?.code]);
    expect(await codes({ host: "%" })).toEqual([]);
  });

  it("follows the destination of a link when it is edited", async () => {
    const [before, after] = [`${uniqueName()}.example`, `${uniqueName()}.example`];
    const [link] = await created({ destination: `https://${before}/` });
    if (link === undefined) throw new Error("A link was made.");
    const patch = { destination: `https://${after}/` };
    await stores.first.links.edit({ key: link, guard: anyone, patch, now: noon });
    expect(await codes({ host: before })).toEqual([]);
    expect(await codes({ host: after })).toEqual([link.code]);
  });

  it("narrows to the start of a code, in code order, in pages, over all domains", async () => {
    const prefix = `P${uniqueName()}`;
    const endings = ["b", "a", "A", "0", "", "-", "_", "Z", "z", "aa"];
    await created(
      ...endings.map((ending) => ({ kind: "alias" as const, code: prefix + ending })),
      { kind: "alias", code: `${prefix}a`, domain: "sho.example" },
      { kind: "alias", code: `${prefix}a`, domain: "a.example" },
      { kind: "alias", code: prefix.toLowerCase() },
    );
    const inOrder = ["", "-", "0", "A", "Z", "_", "a", "a", "a", "aa", "b", "z"].map((ending) => prefix + ending);
    expect(await codes({ codePrefix: prefix })).toEqual(inOrder);
    for (const limit of [1, 2, 5]) {
      const pages = await allPages({ codePrefix: prefix, limit });
      expect(pages.map((link) => link.code)).toEqual(inOrder);
      expect(new Set(pages.map((link) => `${link.domain}/${link.code}`)).size).toBe(12);
    }
    expect(await codes({ codePrefix: `${prefix}a`, domain: "a.example" })).toEqual([`${prefix}a`]);
  });

  it("takes nothing in a prefix for a pattern", async () => {
    const ownerId = uniqueName();
    const [link] = await created({ ownerId, kind: "alias", code: `q_${uniqueName()}` });
    await created({ ownerId, kind: "alias", code: `qx${uniqueName()}` });
    expect(await codes({ ownerId, codePrefix: "q_" })).toEqual([link?.code]);
    for (const codePrefix of ["q%", "%", "q*", "*", "q?", "[q]", "q.", "\\q", "'", "Q_", "é", "\u{10ffff}"]) {
      expect(await codes({ ownerId, codePrefix })).toEqual([]);
    }
  });

  it("joins every condition that is given", async () => {
    const ownerId = uniqueName();
    const tag = uniqueName();
    const host = `${uniqueName()}.example`;
    const fields = { ownerId, tags: [tag], destination: `https://${host}/`, domain: "sho.example" };
    const [all] = await created(
      fields,
      { ...fields, ownerId: uniqueName() },
      { ...fields, tags: [] },
      { ...fields, destination: "https://example.com/" },
      { ...fields, domain: "" },
    );
    expect(await codes({ ownerId, tag, host, domain: "sho.example" })).toEqual([all?.code]);
    expect(await codes({ ownerId, tag, host, domain: "sho.example", codePrefix: "t" })).toEqual([all?.code]);
    expect(await codes({ tag, host, domain: "sho.example" })).toHaveLength(2);
  });
}
