import { expect, it } from "vitest";
import type { LinkPatch } from "../link-store.ts";
import type { Link } from "../link.ts";
import { anyone, createCommand, noon, sampleLink } from "./sample-link.ts";
import type { StoresUnderTest } from "./use-stores.ts";

/** A live link of the same owner with the same settings stands in for a new one. */
export function reuseTests(stores: StoresUnderTest): void {
  const again = (link: Link): Link => sampleLink({ ...link, code: sampleLink().code });
  const reuse = (link: Link) => stores.first.links.create(createCommand(link, { reuse: true }));

  it("answers with the link that is there instead of making another", async () => {
    const link = sampleLink({ tags: ["a"], note: "n" });
    await stores.first.links.create(createCommand(link));
    const second = again(link);
    expect(await reuse(second)).toEqual({ kind: "reused", link });
    expect(await stores.first.links.find(second)).toBeUndefined();
  });

  it("creates when there is nothing to reuse, and reuses that from then on", async () => {
    const link = sampleLink();
    expect(await reuse(link)).toEqual({ kind: "created" });
    expect(await reuse(again(link))).toEqual({ kind: "reused", link });
  });

  it("answers with the oldest where there are several", async () => {
    const [old, older] = [sampleLink({ createdAt: noon - 10 }), sampleLink({ createdAt: noon - 20 })];
    const newest = sampleLink({ createdAt: noon - 5 });
    const sameSettings = { destination: "https://example.com/one-of-several", ownerId: "collector" };
    for (const link of [old, older, newest]) {
      await stores.first.links.create(createCommand({ ...link, ...sameSettings }));
    }
    const outcome = await reuse(sampleLink(sameSettings));
    expect(outcome).toMatchObject({ kind: "reused", link: { code: older.code } });
  });

  it("creates another when it was not asked to reuse", async () => {
    const link = sampleLink();
    await stores.first.links.create(createCommand(link));
    expect(await stores.first.links.create(createCommand(again(link)))).toEqual({ kind: "created" });
  });

  it("makes one link when 40 creates that may reuse come at once through two connections", async () => {
    const link = sampleLink();
    const outcomes = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        (index % 2 === 0 ? stores.first : stores.second).links.create(createCommand(again(link), { reuse: true })),
      ),
    );
    expect(outcomes.filter((outcome) => outcome.kind === "created")).toHaveLength(1);
    const codes = outcomes.flatMap((outcome) => (outcome.kind === "reused" ? [outcome.link.code] : []));
    expect(codes).toHaveLength(39);
    expect(new Set(codes).size).toBe(1);
  });

  it.each([
    ["another owner's", { ownerId: "someone else" }],
    ["one to another destination", { destination: "https://example.com/elsewhere" }],
    ["one with another expiry", { expiresAt: noon + 50 }],
    ["one with other tags", { tags: ["other"] }],
    ["one on another domain", { domain: "other.example" }],
  ] as const)("does not reuse %s", async (_, difference) => {
    const link = sampleLink();
    await stores.first.links.create(createCommand({ ...link, ...difference }));
    expect((await reuse(again(link))).kind).toBe("created");
  });

  it("does not reuse an anonymous user's link", async () => {
    const link = sampleLink({ ownerId: null, destination: "https://example.com/anonymous" });
    expect((await reuse(link)).kind).toBe("created");
    expect((await reuse(again(link))).kind).toBe("created");
  });

  it("does not reuse a link that is deleted, disabled, quarantined or expired", async () => {
    const { links } = stores.first;
    const deleted = sampleLink();
    const disabled = sampleLink();
    const quarantined = sampleLink();
    const expired = sampleLink({ expiresAt: noon + 5 });
    for (const link of [deleted, disabled, quarantined, expired]) await links.create(createCommand(link));
    await links.delete({ key: deleted, guard: anyone, now: noon });
    await links.edit({ key: disabled, guard: anyone, patch: { enabled: false }, now: noon });
    await links.quarantine({ key: quarantined, guard: anyone, reason: "phishing", now: noon });
    for (const link of [deleted, disabled, quarantined, { ...expired, createdAt: noon + 5 }]) {
      expect((await reuse(again(link))).kind).toBe("created");
    }
  });

  it("judges a link that was edited by its present settings", async () => {
    const { links } = stores.first;
    const link = sampleLink();
    await links.create(createCommand(link));
    const patch: LinkPatch = { destination: "https://example.com/new", tags: ["t"] };
    const edited = await links.edit({ key: link, guard: anyone, patch, now: noon + 1 });
    const wanted = again({ ...link, ...patch });
    expect(await reuse(wanted)).toEqual({ kind: "reused", link: edited.kind === "changed" ? edited.link : undefined });
    expect((await reuse(again(link))).kind).toBe("created");
  });
}
