import { expect, it } from "vitest";
import type { Link, LinkKey } from "../link.ts";
import { anyone, createCommand, noon, sampleLink } from "./sample-link.ts";
import type { StoresUnderTest } from "./use-stores.ts";

/** What a process hears of changes that others make. */
export function changeLogTests(stores: StoresUnderTest): void {
  const created = async (fields: Partial<Link> = {}): Promise<LinkKey> => {
    const link = sampleLink(fields);
    await stores.first.links.create(createCommand(link));
    return { domain: link.domain, code: link.code };
  };
  const edit = (key: LinkKey) => stores.first.links.edit({ key, guard: anyone, patch: { note: "new" }, now: noon });
  const quarantine = (key: LinkKey, reason: string | null) =>
    stores.first.links.quarantine({ key, guard: anyone, reason, now: noon });

  it("names every link that was edited, deleted, quarantined or released, as soon as the change was answered", async () => {
    const hers = await created();
    const his = await created({ domain: "go.example" });
    const start = await stores.second.links.lastChange();
    await edit(hers);
    await quarantine(his, "bad");
    await quarantine(his, null);
    await stores.first.links.delete({ key: hers, guard: anyone, now: noon });
    expect(await stores.second.links.changesAfter(start, 100)).toMatchObject({
      changes: [
        { ...hers, version: 2 },
        { ...his, version: 2 },
        { ...his, version: 3 },
        { ...hers, version: 3 },
      ],
      isComplete: true,
    });
    expect(await stores.second.links.lastChange()).toBe(start + 4);
  });

  it("names neither creations nor what was refused", async () => {
    const start = await stores.first.links.lastChange();
    const key = await created();
    await edit({ domain: "", code: "there-is-none" });
    const stranger = { ownerId: "a-stranger", domain: undefined };
    await stores.first.links.edit({ key, guard: stranger, patch: { note: "x" }, now: noon });
    expect(await stores.first.links.changesAfter(start, 100)).toEqual({
      changes: [],
      position: start,
      isComplete: true,
    });
  });

  it("goes on page by page", async () => {
    const keys = await Promise.all(Array.from({ length: 5 }, () => created()));
    const start = await stores.first.links.lastChange();
    for (const key of keys) await edit(key);
    const first = await stores.first.links.changesAfter(start, 3);
    const rest = await stores.first.links.changesAfter(first.position, 3);
    expect([...first.changes, ...rest.changes]).toMatchObject(keys.map((key) => ({ ...key, version: 2 })));
    expect([first.changes.length, rest.changes.length]).toEqual([3, 2]);
  });

  it("tells when each change was committed, by the store's clock and whatever becomes of the link later", async () => {
    const key = await created();
    const start = await stores.first.links.lastChange();
    await edit(key);
    const [first] = (await stores.second.links.changesAfter(start, 100)).changes;
    // The edit says noon of some day; the store and this test have one clock.
    expect(Math.abs((first?.changedAt ?? 0) - Date.now())).toBeLessThan(3_600_000);
    await quarantine(key, "bad");
    const { changes } = await stores.second.links.changesAfter(start, 100);
    expect(changes[0]).toEqual(first);
    expect(changes[1]?.changedAt).toBeGreaterThanOrEqual(first?.changedAt ?? Number.NaN);
  });

  it("says when changes are no longer known, and keeps the newest", async () => {
    const key = await created();
    const start = await stores.first.links.lastChange();
    for (let n = 0; n < 5; n += 1) await edit(key);
    while ((await stores.first.links.purgeChanges(2, 1_000)) === 1_000);
    expect(await stores.first.links.changesAfter(start, 100)).toMatchObject({ changes: [key, key], isComplete: false });
    expect(await stores.first.links.changesAfter(start + 3, 100)).toMatchObject({ isComplete: true });
    expect(await stores.first.links.lastChange()).toBe(start + 5);
  });

  it("says that changes are no longer known when all were purged, and goes on behind them", async () => {
    const key = await created();
    const start = await stores.first.links.lastChange();
    for (let n = 0; n < 3; n += 1) await edit(key);
    while ((await stores.first.links.purgeChanges(0, 1_000)) === 1_000);
    const gap = await stores.second.links.changesAfter(start, 100);
    expect(gap).toEqual({ changes: [], position: start + 3, isComplete: false });
    expect(await stores.second.links.lastChange()).toBe(start + 3);
    expect(await stores.second.links.changesAfter(gap.position, 100)).toEqual({ ...gap, isComplete: true });
    await edit(key);
    expect(await stores.second.links.changesAfter(gap.position, 100)).toMatchObject({
      changes: [key],
      isComplete: true,
    });
  });

  it("says that nothing is known of a position that it never reached, and goes on at its own", async () => {
    await edit(await created());
    const last = await stores.first.links.lastChange();
    expect(await stores.first.links.changesAfter(last + 1, 100)).toEqual({
      changes: [],
      position: last,
      isComplete: false,
    });
  });

  it("removes the oldest changes first, and no more at once than asked for", async () => {
    const key = await created();
    while ((await stores.first.links.purgeChanges(0, 1_000)) === 1_000);
    const start = await stores.first.links.lastChange();
    for (let n = 0; n < 5; n += 1) await edit(key);
    expect(await stores.first.links.purgeChanges(1, 3)).toBe(3);
    expect(await stores.first.links.changesAfter(start + 3, 100)).toMatchObject({
      changes: [key, key],
      isComplete: true,
    });
    expect(await stores.first.links.purgeChanges(1, 3)).toBe(1);
  });
}
