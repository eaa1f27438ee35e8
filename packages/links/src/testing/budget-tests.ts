import { expect, it } from "vitest";
import type { SpendOutcome } from "../click-budget.ts";
import type { LinkPatch } from "../link-store.ts";
import { linkTarget, type Link } from "../link.ts";
import { anyone, createCommand, noon, sampleLink } from "./sample-link.ts";
import type { StoresUnderTest } from "./use-stores.ts";

/** Links that let so many people through and no more. */
export function budgetTests(stores: StoresUnderTest): void {
  const created = async (fields: Partial<Link> = {}): Promise<Link> => {
    const link = sampleLink({ maxClicks: 3, ...fields });
    expect(await stores.first.links.create(createCommand(link))).toEqual({ kind: "created" });
    return link;
  };
  const spend = (link: Link, from = stores.first) => from.links.spendClick({ key: link, version: link.version });
  const edit = async (link: Link, patch: LinkPatch): Promise<Link> => {
    const outcome = await stores.first.links.edit({ key: link, guard: anyone, patch, now: noon + 7 });
    if (outcome.kind !== "changed") throw new Error(`The edit ended as ${outcome.kind}.`);
    return outcome.link;
  };
  const found = async (link: Link) => (await stores.second.links.find(link)) ?? {};

  it("keeps the budget and tells of it wherever a link is read", async () => {
    const link = await created();
    await spend(link);
    const counted = { ...link, clicksUsed: 1 };
    expect(await stores.second.links.find(link)).toEqual(counted);
    expect(await stores.second.links.findTarget(link)).toEqual(linkTarget(link));
    for (const query of [{}, { codePrefix: link.code }]) {
      const page = await stores.second.links.list({ ...allOf(link), ...query });
      expect(page.links).toEqual([counted]);
    }
  });

  it("spends as many clicks as there are, and no more", async () => {
    const link = await created();
    const outcomes = [await spend(link), await spend(link), await spend(link), await spend(link)];
    expect(outcomes.map(({ kind }) => kind)).toEqual(["spent", "spent", "spent", "used-up"]);
    expect(await found(link)).toMatchObject({ maxClicks: 3, clicksUsed: 3, version: 1 });
  });

  it("spends exactly n of 200 clicks that come at once through two connections", async () => {
    const links = await Promise.all([
      created({ maxClicks: 1 }),
      created({ maxClicks: 10 }),
      created({ maxClicks: 150 }),
    ]);
    const asked = Array.from({ length: 200 }, (_, index) => (index % 2 === 0 ? stores.first : stores.second));
    const outcomes = await Promise.all(links.map((link) => Promise.all(asked.map((from) => spend(link, from)))));
    expect(outcomes.map(countSpent)).toEqual([1, 10, 150]);
    for (const link of links) expect(await found(link)).toMatchObject({ clicksUsed: link.maxClicks });
  });

  it("says at once, by whichever connection, whether a click is left, and takes none", async () => {
    const link = await created({ maxClicks: 1 });
    expect(await stores.second.links.hasClicksLeft(link)).toBe(true);
    expect(await stores.second.links.hasClicksLeft(link)).toBe(true);
    expect(await spend(link)).toEqual({ kind: "spent" });
    expect(await stores.second.links.hasClicksLeft(link)).toBe(false);
    expect(await stores.first.links.hasClicksLeft(sampleLink())).toBe(true);
  });

  it("is no change of the link", async () => {
    const link = await created();
    const position = await stores.first.links.lastChange();
    await spend(link);
    expect((await stores.first.links.changesAfter(position, 10)).changes.map(({ code }) => code)).not.toContain(
      link.code,
    );
    expect(await found(link)).toMatchObject({ version: 1, updatedAt: link.updatedAt });
  });

  it("spends nothing of a link that is another than the one that was judged, and says what it is", async () => {
    const link = await created();
    const changed = await edit(link, { destination: "https://example.com/elsewhere" });
    expect(await spend(link)).toEqual({ kind: "changed", target: linkTarget(changed) });
    expect(await spend(changed)).toEqual({ kind: "spent" });
    const free = sampleLink();
    await stores.first.links.create(createCommand(free));
    expect(await spend(free)).toEqual({ kind: "changed", target: linkTarget(free) });
    expect(await spend(sampleLink())).toEqual({ kind: "changed", target: undefined });
    expect(await found(link)).toMatchObject({ clicksUsed: 1 });
  });

  it("raises a budget, lowers it, and counts nothing anew", async () => {
    const link = await created({ maxClicks: 1 });
    await spend(link);
    const raised = await edit(link, { maxClicks: 3 });
    expect(raised).toMatchObject({ maxClicks: 3, clicksUsed: 1 });
    expect([await spend(raised), await spend(raised), await spend(raised)].filter(isSpent)).toHaveLength(2);
    const lowered = await edit(raised, { maxClicks: 2 });
    expect(await spend(lowered)).toEqual({ kind: "used-up" });
    expect(await stores.first.links.hasClicksLeft(link)).toBe(false);
  });

  it("begins a new count with a new budget", async () => {
    const link = await created({ maxClicks: 1 });
    await spend(link);
    const free = await edit(link, { maxClicks: null });
    expect(free).toMatchObject({ maxClicks: null, clicksUsed: 0, enabled: true });
    expect(await stores.second.links.findTarget(link)).toEqual(linkTarget(free));
    const budgeted = await edit(free, { maxClicks: 1 });
    expect(await found(link)).toEqual({ ...budgeted, clicksUsed: 0 });
    expect(await spend(budgeted)).toEqual({ kind: "spent" });
  });

  it("is switched off and on like any link", async () => {
    const link = await created();
    const off = await edit(link, { enabled: false });
    expect(await found(link)).toMatchObject({ enabled: false, maxClicks: 3 });
    expect(await stores.second.links.findTarget(link)).toEqual(linkTarget(off));
    const on = await edit(off, { enabled: true });
    expect(await stores.second.links.findTarget(link)).toEqual(linkTarget(on));
    expect(linkTarget(on)).toMatchObject({ enabled: true, maxClicks: 3 });
  });

  it("never has a permanent redirect", async () => {
    const link = await created();
    const permanent = { key: link, guard: anyone, patch: { redirectStatus: 301 } as const, now: noon };
    expect(await stores.first.links.edit(permanent)).toEqual({ kind: "permanent-budget" });
    const other = sampleLink({ redirectStatus: 308 });
    await stores.first.links.create(createCommand(other));
    const budgeted = { key: other, guard: anyone, patch: { maxClicks: 1 }, now: noon };
    expect(await stores.first.links.edit(budgeted)).toEqual({ kind: "permanent-budget" });
    expect(await stores.first.links.findTarget(other)).toMatchObject({ version: 1, maxClicks: null });
  });

  it("is never the link that another create reuses", async () => {
    const link = await created();
    const plain = sampleLink({ ...link, code: sampleLink().code, maxClicks: null });
    expect(await stores.first.links.create(createCommand(plain, { reuse: true }))).toEqual({ kind: "created" });
    const disabled = await edit(plain, { enabled: false });
    const budgeted = sampleLink({ ...link, code: sampleLink().code });
    expect(await stores.first.links.create(createCommand(budgeted, { reuse: true }))).toEqual({ kind: "created" });
    expect(disabled.enabled).toBe(false);
  });

  it("leaves nothing of its budget when it is deleted", async () => {
    const link = await created();
    await spend(link);
    await stores.first.links.delete({ key: link, guard: anyone, now: noon + 8 });
    expect(await found(link)).toMatchObject({ deletedAt: noon + 8, maxClicks: null, clicksUsed: 0 });
    expect(await spend(link)).toMatchObject({ kind: "changed", target: { deleted: true } });
  });

  it("keeps its budget and its count in the archive, and brings them back", async () => {
    const link = await created({ expiresAt: noon - 1_000, createdAt: noon - 2_000, updatedAt: noon - 2_000 });
    await spend(link);
    await stores.first.archive.archiveExpired({ after: noon - 1_001, before: noon - 999, now: noon, limit: 1_000 });
    expect(await found(link)).toMatchObject({ archivedAt: noon, maxClicks: 3, clicksUsed: 1 });
    const restored = await edit(link, { expiresAt: null });
    expect(restored).toMatchObject({ maxClicks: 3, clicksUsed: 1, enabled: true });
    expect([await spend(restored), await spend(restored), await spend(restored)].filter(isSpent)).toHaveLength(2);
  });
}

function allOf({ ownerId }: Link) {
  return {
    ownerId: ownerId ?? undefined,
    domain: undefined,
    tag: undefined,
    codePrefix: undefined,
    host: undefined,
    limit: 10,
    after: undefined,
  };
}

function isSpent({ kind }: SpendOutcome): boolean {
  return kind === "spent";
}

function countSpent(outcomes: readonly SpendOutcome[]): number {
  return outcomes.filter(isSpent).length;
}
