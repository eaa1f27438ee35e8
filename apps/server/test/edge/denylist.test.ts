import type { Link, LoggedChange } from "@narrows/links";
import { describe, expect, it } from "vitest";
import { createDenylist } from "../../src/edge/denylist.ts";

const copyLifeMs = 300_000;
const start = 1_000_000_000_000;

const template: Link = {
  domain: "",
  code: "abc",
  kind: "generated",
  destination: "https://example.com/",
  redirectStatus: 302,
  ownerId: null,
  enabled: true,
  expiresAt: null,
  createdAt: 0,
  updatedAt: 0,
  version: 1,
  deletedAt: null,
  quarantinedAt: null,
  quarantineReason: null,
  tags: [],
  note: null,
  maxClicks: null,
  clicksUsed: 0,
};

/** A log and links that a test changes as it likes; `kept` changes are still in the log. */
function openStore() {
  const links = new Map<string, Link>();
  const log: LoggedChange[] = [];
  const state = { now: start, purged: 0 };
  const store = {
    find: async ({ code }: { code: string }) => links.get(code),
    lastChange: async () => log.length,
    async changesAfter(position: number, limit: number) {
      if (position > log.length) return { changes: [], position: log.length, isComplete: false };
      const from = Math.max(position, state.purged);
      const changes = log.slice(from, from + limit);
      return { changes, position: from + changes.length, isComplete: from === position };
    },
  };
  const change = (code: string, fields: Partial<Link> = {}): void => {
    const version = (links.get(code)?.version ?? 1) + 1;
    links.set(code, { ...template, ...links.get(code), code, ...fields, updatedAt: state.now, version });
    log.push({ domain: "", code, version, changedAt: state.now });
  };
  const list = createDenylist({ store, copyLifeMs, now: () => state.now });
  return { list, change, links, log, state };
}

describe("the denylist", () => {
  it("denies what leads nowhere any more and lets edges ask about what was changed", async () => {
    const { list, change, state } = openStore();
    change("edited");
    change("deleted", { deletedAt: start });
    change("disabled", { enabled: false });
    change("stopped", { quarantinedAt: start, quarantineReason: "phishing" });
    change("over", { expiresAt: start - 1 });
    change("freed", { quarantinedAt: null });
    const page = await list.page(undefined);
    const until = start + copyLifeMs;
    expect(page.rows.map(({ code, action }) => [code, action])).toEqual([
      ["edited", "bypass"],
      ["deleted", "deny"],
      ["disabled", "deny"],
      ["stopped", "deny"],
      ["over", "deny"],
      ["freed", "bypass"],
    ]);
    expect(page).toMatchObject({ position: 6, isComplete: false, isUpToDate: true, bypassUntil: null });
    expect(new Set(page.rows.map((row) => row.until))).toEqual(new Set([until]));
    state.now = until;
    expect((await list.page(0)).rows).toEqual([]);
  });

  it("tells when a changed link expires, where that is before its copies are gone", async () => {
    const { list, change } = openStore();
    change("soon", { expiresAt: start + 1_000 });
    change("late", { expiresAt: start + copyLifeMs + 1 });
    const { rows } = await list.page(undefined);
    expect(rows.map(({ action, denyAt }) => [action, denyAt])).toEqual([
      ["bypass", start + 1_000],
      ["bypass", null],
    ]);
  });

  it("goes on where the page before ended, and names a link once", async () => {
    const { list, change } = openStore();
    change("a");
    const first = await list.page(undefined);
    change("b");
    change("b", { enabled: false });
    const second = await list.page(first.position);
    expect(second).toMatchObject({ position: 3, isComplete: true });
    expect(second.rows.map(({ code, action }) => [code, action])).toEqual([["b", "deny"]]);
  });

  it("begins with the changes whose copies may still be fresh, however long the log is", async () => {
    const { list, change, state } = openStore();
    for (let index = 0; index < 3_000; index += 1) change(`old${index}`);
    state.now += copyLifeMs + 120_000;
    for (let index = 0; index < 600; index += 1) change(`new${index}`);
    const codes: string[] = [];
    let page = await list.page(undefined);
    let pages = 1;
    for (; !page.isUpToDate; pages += 1) {
      codes.push(...page.rows.map((row) => row.code));
      page = await list.page(page.position);
    }
    codes.push(...page.rows.map((row) => row.code));
    expect(codes).toEqual(Array.from({ length: 600 }, (_, index) => `new${index}`));
    expect(pages).toBeLessThan(10);
  });

  it("says how long no list can be whole when the log does not reach back far enough, or is another store's", async () => {
    const { list, change, state } = openStore();
    for (let index = 0; index < 20; index += 1) change(`a${index}`);
    state.purged = 5;
    const cut = await list.page(undefined);
    expect(cut).toMatchObject({ isComplete: false, bypassUntil: start + copyLifeMs });
    expect(cut.rows).toHaveLength(15);
    expect(await list.page(3)).toMatchObject({ isComplete: false, bypassUntil: start + copyLifeMs });
    expect(await list.page(1_000)).toMatchObject({ isComplete: false, bypassUntil: start + copyLifeMs });
    expect(await list.page(7)).toMatchObject({ isComplete: true, bypassUntil: null });
  });

  it("counts that time from the oldest change that the log has, whenever an edge starts", async () => {
    const { list, change, state } = openStore();
    for (let index = 0; index < 20; index += 1) change(`a${index}`);
    state.purged = 5;
    for (const later of [1_000, copyLifeMs - 1]) {
      state.now = start + later;
      expect(await list.page(undefined)).toMatchObject({ isComplete: false, bypassUntil: start + copyLifeMs });
    }
    state.now = start + copyLifeMs;
    expect(await list.page(undefined)).toMatchObject({ isComplete: false, bypassUntil: null });
  });

  it("does not take a later change of the same links for one that was lost", async () => {
    const { list, change, state } = openStore();
    for (let index = 0; index < 20; index += 1) change(`a${index}`);
    state.purged = 5;
    state.now += copyLifeMs + 120_000;
    for (let index = 0; index < 20; index += 1) change(`a${index}`);
    expect(await list.page(undefined)).toMatchObject({ isComplete: false, bypassUntil: null });
  });

  it("does not need what was purged after its time", async () => {
    const { list, change, state } = openStore();
    for (let index = 0; index < 20; index += 1) change(`a${index}`);
    state.purged = 5;
    state.now += copyLifeMs + 120_000;
    change("new");
    expect(await list.page(2)).toMatchObject({ isComplete: false, bypassUntil: null, rows: [{ code: "new" }] });
  });

  it("does not trust a read that is older than the change, nor a link that is gone", async () => {
    const { list, change, links, log } = openStore();
    change("lagging");
    const changedAt = start;
    log.push(
      { domain: "", code: "lagging", version: 9, changedAt },
      { domain: "", code: "gone", version: 2, changedAt },
    );
    links.set("lagging", { ...template, code: "lagging", version: 8, updatedAt: 0, deletedAt: 1 });
    const { rows } = await list.page(0);
    expect(rows).toMatchObject([
      { code: "lagging", action: "bypass", until: start + copyLifeMs },
      { code: "gone", action: "deny", until: start + copyLifeMs },
    ]);
  });
});

it("lets others have their turn between parts of a page", async () => {
  const { list, change } = openStore();
  for (let index = 0; index < 100; index += 1) change(`code${index}`);
  let turns = 0;
  const count = (): void => {
    turns += 1;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  const { rows } = await list.page(0);
  clearImmediate(next);
  expect(rows).toHaveLength(100);
  expect(turns).toBeGreaterThanOrEqual(3);
});
