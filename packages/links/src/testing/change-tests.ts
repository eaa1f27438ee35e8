import { expect, it } from "vitest";
import type { ChangeGuard, ChangeOutcome, LinkPatch } from "../link-store.ts";
import { linkTarget, type Link } from "../link.ts";
import { anyone, createCommand, noon, sampleLink } from "./sample-link.ts";
import type { StoresUnderTest } from "./use-stores.ts";

/** Edits, tombstones and quarantine, and who may make them. */
export function changeTests(stores: StoresUnderTest): void {
  const created = async (fields: Partial<Link> = {}): Promise<Link> => {
    const link = sampleLink(fields);
    expect(await stores.first.links.create(createCommand(link))).toEqual({ kind: "created" });
    return link;
  };
  const edit = (link: Link, patch: LinkPatch, guard = anyone) =>
    stores.first.links.edit({ key: link, guard, patch, now: noon + 7 });
  const remove = (link: Link, guard = anyone) => stores.first.links.delete({ key: link, guard, now: noon + 8 });
  const quarantine = (link: Link, reason: string | null, guard = anyone) =>
    stores.first.links.quarantine({ key: link, guard, reason, now: noon + 9 });

  it.each<[string, LinkPatch]>([
    ["destination", { destination: "http://example.org/?%41#é".replace("é", "%C3%A9") }],
    ["redirectStatus", { redirectStatus: 307 }],
    ["enabled", { enabled: false }],
    ["expiresAt", { expiresAt: noon + 100 }],
    ["tags", { tags: ["x", "y"] }],
    ["note", { note: "new 😀" }],
  ])("changes %s and leaves every other field alone", async (_, patch) => {
    const link = await created({ tags: ["a"], note: "old", expiresAt: noon + 50 });
    const changed = { ...link, ...patch, updatedAt: noon + 7, version: 2 };
    expect(await edit(link, patch)).toEqual({ kind: "changed", link: changed });
    expect(await stores.second.links.find(link)).toEqual(changed);
    expect(await stores.second.links.findTarget(link)).toEqual(linkTarget(changed));
  });

  it("clears what can be cleared", async () => {
    const link = await created({ tags: ["a"], note: "old", expiresAt: noon + 50 });
    await edit(link, { tags: [], note: null, expiresAt: null });
    expect(await stores.first.links.find(link)).toMatchObject({ tags: [], note: null, expiresAt: null });
  });

  it("raises the version by one with every change, also when they come at once", async () => {
    const link = await created();
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 === 0 ? stores.first : stores.second).links.edit({
          key: link,
          guard: anyone,
          patch: { note: String(index) },
          now: noon,
        }),
      ),
    );
    const versions = outcomes.map((outcome) => (outcome.kind === "changed" ? outcome.link.version : 0));
    expect(versions.sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => index + 2));
    expect((await stores.first.links.findTarget(link))?.version).toBe(21);
  });

  it("does not find a link that is not there", async () => {
    const nowhere = sampleLink();
    const outcomes = [await edit(nowhere, {}), await remove(nowhere), await quarantine(nowhere, "reason")];
    expect(outcomes).toEqual(Array.from({ length: 3 }, () => ({ kind: "not-found" })));
  });

  it.each<[string, (link: Link, guard: ChangeGuard) => Promise<ChangeOutcome>]>([
    ["edit", (link, guard) => edit(link, { note: "mine" }, guard)],
    ["delete", remove],
    ["quarantine", (link, guard) => quarantine(link, "reason", guard)],
  ])("lets %s through for the guarded owner and domain only", async (_, change) => {
    const link = await created({ domain: "sho.example" });
    const ownerId = link.ownerId ?? "";
    expect(await change(link, { ownerId: "someone else", domain: undefined })).toEqual({ kind: "not-found" });
    expect(await change(link, { ownerId, domain: "" })).toEqual({ kind: "not-found" });
    expect(await stores.first.links.find(link)).toEqual(link);
    expect((await change(link, { ownerId, domain: "sho.example" })).kind).toBe("changed");
  });

  it.each<[string, (link: Link, guard: ChangeGuard) => Promise<ChangeOutcome>]>([
    ["edit", (link, guard) => edit(link, { note: "mine" }, guard)],
    ["delete", remove],
    ["quarantine", (link, guard) => quarantine(link, "reason", guard)],
    ["release", (link, guard) => quarantine(link, null, guard)],
  ])("lets %s through for the guarded versions only", async (_, change) => {
    const link = await created();
    for (const versions of [[2], [0, 2, 3], []]) {
      expect(await change(link, { ...anyone, versions })).toEqual({ kind: "version-mismatch" });
    }
    expect(await stores.first.links.find(link)).toEqual(link);
    expect((await change(link, { ...anyone, versions: [7, 1] })).kind).toBe("changed");
  });

  it("lets one of many changes pass that are guarded by the same version", async () => {
    const link = await created();
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, (_, index) => edit(link, { note: String(index) }, { ...anyone, versions: [1] })),
    );
    expect(outcomes.filter(({ kind }) => kind === "changed")).toHaveLength(1);
    expect(outcomes.filter(({ kind }) => kind === "version-mismatch")).toHaveLength(9);
  });

  it("names a version mismatch only where nothing else stands in the way", async () => {
    const guard = { ...anyone, versions: [99] };
    expect(await edit(sampleLink(), {}, guard)).toEqual({ kind: "not-found" });
    const link = await created();
    await quarantine(link, "reason");
    expect(await edit(link, {}, guard)).toEqual({ kind: "quarantined" });
    await quarantine(link, null);
    await remove(link);
    expect(await remove(link, guard)).toEqual({ kind: "deleted" });
  });

  it("never takes an anonymous user's link for an owner's", async () => {
    const link = await created({ ownerId: null });
    for (const ownerId of ["", "null", "0"]) {
      expect(await edit(link, {}, { ownerId, domain: undefined })).toEqual({ kind: "not-found" });
    }
  });

  it("leaves a tombstone without destination, tags and note", async () => {
    const link = await created({ tags: ["a"], note: "private", destination: "https://example.com/secret" });
    const outcome = await remove(link);
    const tombstone = {
      ...link,
      destination: "",
      tags: [],
      note: null,
      deletedAt: noon + 8,
      updatedAt: noon + 8,
      version: 2,
    };
    expect(outcome).toEqual({ kind: "changed", link: tombstone });
    expect(await stores.first.links.find(link)).toEqual(tombstone);
    expect(await stores.first.links.findTarget(link)).toEqual(linkTarget(tombstone));
  });

  it("never gives the code of a tombstone out again", async () => {
    const link = await created();
    await remove(link);
    expect(await stores.first.links.create(createCommand(link))).toEqual({ kind: "code-taken" });
  });

  it("answers every change of a tombstone with `deleted`", async () => {
    const link = await created();
    await remove(link);
    const outcomes = [
      await edit(link, {}),
      await remove(link),
      await quarantine(link, "x"),
      await quarantine(link, null),
    ];
    expect(outcomes).toEqual(Array.from({ length: 4 }, () => ({ kind: "deleted" })));
    expect((await stores.first.links.find(link))?.version).toBe(2);
  });

  it("deletes once when many delete at once", async () => {
    const link = await created();
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => remove(link)));
    expect(outcomes.filter((outcome) => outcome.kind === "changed")).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome.kind === "deleted")).toHaveLength(9);
  });

  it("holds a quarantined link still until the quarantine is lifted", async () => {
    const link = await created();
    const held = { ...link, quarantinedAt: noon + 9, quarantineReason: "phishing", updatedAt: noon + 9, version: 2 };
    expect(await quarantine(link, "phishing")).toEqual({ kind: "changed", link: held });
    expect((await stores.first.links.findTarget(link))?.quarantined).toBe(true);
    expect(await edit(link, { note: "x" })).toEqual({ kind: "quarantined" });
    expect(await remove(link)).toEqual({ kind: "quarantined" });
    expect(await stores.first.links.find(link)).toEqual(held);
    const freed = { ...held, quarantinedAt: null, quarantineReason: null, version: 3 };
    expect(await quarantine(link, null)).toEqual({ kind: "changed", link: freed });
    expect((await edit(link, { note: "x" })).kind).toBe("changed");
  });

  it("keeps the first instant of a quarantine when its reason changes", async () => {
    const link = await created();
    await quarantine(link, "suspect");
    const key = { domain: link.domain, code: link.code };
    const outcome = await stores.first.links.quarantine({ key, guard: anyone, reason: "phishing", now: noon + 500 });
    expect(outcome).toMatchObject({ link: { quarantinedAt: noon + 9, quarantineReason: "phishing", version: 3 } });
  });

  it("changes nothing when there is no quarantine to lift", async () => {
    const link = await created();
    expect(await quarantine(link, null)).toEqual({ kind: "changed", link });
    expect(await stores.first.links.find(link)).toEqual(link);
  });
}
