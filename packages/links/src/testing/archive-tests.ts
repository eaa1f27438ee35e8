import { expect, it } from "vitest";
import type { ArchiveRequest } from "../archive.ts";
import type { LinkPatch } from "../link-store.ts";
import { linkStateAt, linkTarget, type Link } from "../link.ts";
import { anyone, createCommand, noon, sampleLink } from "./sample-link.ts";
import type { StoresUnderTest } from "./use-stores.ts";

const expiredAt = noon + 1_000;
const january = Date.UTC(2027, 0, 20);

/** Links that expired long ago: moved apart by the month, brought back by a change, and gone with their month. */
export function archiveTests(stores: StoresUnderTest): void {
  const created = async (fields: Partial<Link> = {}): Promise<Link> => {
    const link = sampleLink({ expiresAt: expiredAt, tags: ["a", "b"], note: "mine", ...fields });
    expect(await stores.first.links.create(createCommand(link))).toEqual({ kind: "created" });
    return link;
  };
  const archive = async (request: Partial<ArchiveRequest> = {}): Promise<number> => {
    const outcome = await stores.first.archive.archiveExpired({
      after: 0,
      before: expiredAt,
      now: january,
      limit: 1_000,
      ...request,
    });
    return outcome.kind === "archived" ? outcome.count : Number.NaN;
  };
  const archived = async (fields: Partial<Link> = {}): Promise<Link> => {
    const link = await created(fields);
    await archive();
    return link;
  };
  const edit = (link: Link, patch: LinkPatch, guard = anyone) =>
    stores.first.links.edit({ key: link, guard, patch, now: noon + 7_000 });
  const remove = (link: Link) => stores.first.links.delete({ key: link, guard: anyone, now: noon + 8_000 });
  const quarantine = (link: Link, reason: string | null) =>
    stores.first.links.quarantine({ key: link, guard: anyone, reason, now: noon + 9_000 });
  const dropAll = async (): Promise<void> => {
    for (const month of await stores.first.archive.months()) await stores.first.archive.dropMonth(month);
  };

  it("moves links that had expired by the given instant, and no others", async () => {
    const due = await created();
    const others = [await created({ expiresAt: expiredAt + 1 }), await created({ expiresAt: null })];
    expect(await archive()).toBeGreaterThanOrEqual(1);
    expect(await stores.second.links.find(due)).toEqual({ ...due, archivedAt: january });
    for (const other of others) expect(await stores.second.links.find(other)).toEqual(other);
    expect(await archive()).toBe(0);
  });

  it("leaves tombstones and what is in quarantine where they are", async () => {
    const [suspect, deleted] = [await created(), await created()];
    await quarantine(suspect, "phishing");
    await remove(deleted);
    const before = await Promise.all([suspect, deleted].map((link) => stores.first.links.find(link)));
    await archive();
    expect(await Promise.all([suspect, deleted].map((link) => stores.first.links.find(link)))).toEqual(before);
  });

  it("answers a redirect as before, whatever the clock says", async () => {
    const [expired, disabled] = [await created(), await created({ enabled: false })];
    await archive();
    const states = await Promise.all(
      [expired, disabled].map(async (link) => {
        const [target, whole] = [await stores.second.links.findTarget(link), await stores.second.links.find(link)];
        expect(target).toEqual(whole === undefined ? whole : linkTarget(whole));
        return target === undefined ? [] : [target.destination, linkStateAt(target, 1), linkStateAt(target, january)];
      }),
    );
    expect(states).toEqual([
      ["", "expired", "expired"],
      ["", "disabled", "disabled"],
    ]);
  });

  it("keeps the code claimed, before and after its month is dropped", async () => {
    const link = await archived();
    expect(await stores.first.links.create(createCommand(link))).toEqual({ kind: "code-taken" });
    await dropAll();
    expect(await stores.first.links.create(createCommand(link))).toEqual({ kind: "code-taken" });
  });

  it("takes archived links out of every list, and does not reuse them", async () => {
    const host = "archived.example";
    const link = await archived({ destination: `https://${host}/`, tags: ["archived"] });
    const all = { ownerId: undefined, domain: undefined, tag: undefined, codePrefix: undefined, host: undefined };
    const queries = [{ ownerId: link.ownerId ?? "" }, { tag: "archived" }, { host }, { codePrefix: link.code }];
    for (const query of queries) {
      const page = await stores.second.links.list({ ...all, ...query, limit: 10, after: undefined });
      expect(page.links).toEqual([]);
    }
    const same = { ...link, code: sampleLink().code };
    expect(await stores.first.links.create(createCommand(same, { reuse: true }))).toEqual({ kind: "created" });
  });

  it("does not name archived links in the log of changes", async () => {
    await created();
    const start = await stores.first.links.lastChange();
    expect(await archive()).toBeGreaterThanOrEqual(1);
    expect(await stores.first.links.lastChange()).toBe(start);
  });

  it("moves those first that expired first, no more than asked for, and says where it stopped", async () => {
    await archive();
    const instants = [30, 10, 20].map((more) => noon + 500 + more);
    const links = await Promise.all(instants.map((expiresAt) => created({ expiresAt })));
    const request = { after: 0, before: expiredAt, now: january };
    const first = await stores.first.archive.archiveExpired({ ...request, limit: 2 });
    expect(first).toEqual({ kind: "archived", count: 2, last: noon + 520 });
    const later = await Promise.all(links.map((link) => stores.first.links.find(link)));
    expect(later.map((link) => link?.archivedAt)).toEqual([undefined, january, january]);
    const passed = await stores.first.archive.archiveExpired({ ...request, after: noon + 531, limit: 2 });
    expect(passed).toEqual({ kind: "archived", count: 0, last: null });
    expect(await archive()).toBe(1);
  });

  it("brings a link back when its expiry is extended, and tells of it", async () => {
    const link = await archived({ redirectStatus: 307 });
    const start = await stores.second.links.lastChange();
    const restored = { ...link, expiresAt: noon + 90_000, updatedAt: noon + 7_000, version: 2 };
    expect(await edit(link, { expiresAt: noon + 90_000 })).toEqual({ kind: "changed", link: restored });
    expect(await stores.second.links.find(link)).toEqual(restored);
    const page = await stores.second.links.changesAfter(start, 10);
    expect(page.changes).toMatchObject([{ domain: link.domain, code: link.code, version: 2 }]);
    const listed = await stores.second.links.list({
      ownerId: link.ownerId ?? "",
      domain: undefined,
      tag: "a",
      codePrefix: undefined,
      host: "example.com",
      limit: 10,
      after: undefined,
    });
    expect(listed.links).toEqual([restored]);
    await dropAll();
    expect(await stores.second.links.find(link)).toEqual(restored);
  });

  it("archives a link again that was brought back and expired anew", async () => {
    const link = await archived();
    await edit(link, { expiresAt: noon + 2_000, note: "second" });
    await archive({ before: noon + 2_000 });
    expect(await stores.second.links.find(link)).toMatchObject({ note: "second", archivedAt: january, version: 2 });
  });

  it("holds a guard against an archived link as against any other", async () => {
    const link = await archived();
    expect(await edit(link, {}, { ownerId: "a-stranger", domain: undefined })).toEqual({ kind: "not-found" });
    expect(await edit(link, {}, { ...anyone, versions: [9] })).toEqual({ kind: "version-mismatch" });
    expect(await stores.first.links.find(link)).toEqual({ ...link, archivedAt: january });
  });

  it("forgets with a month what its links were about, and refuses to bring them back", async () => {
    const link = await archived();
    expect(await stores.second.archive.months()).toContain("2027-01");
    expect(await stores.first.archive.dropMonth("2027-01")).toBe(true);
    expect(await stores.first.archive.dropMonth("2027-01")).toBe(false);
    expect(await stores.second.archive.months()).not.toContain("2027-01");
    const forgotten = { ...link, destination: "", tags: [], note: null, archivedAt: january };
    expect(await stores.second.links.find(link)).toEqual(forgotten);
    const refusals = [
      await edit(link, { expiresAt: null, destination: "https://example.com/new" }),
      await quarantine(link, "phishing"),
      await quarantine(link, null),
    ];
    expect(refusals).toEqual(Array.from({ length: 3 }, () => ({ kind: "forgotten" })));
    expect(await stores.second.links.find(link)).toEqual(forgotten);
  });

  it("keeps the months apart", async () => {
    await dropAll();
    const [old, young] = [await created(), await created({ expiresAt: noon + 1_500 })];
    await archive();
    await archive({ before: noon + 1_500, now: Date.UTC(2027, 1, 1) });
    expect(await stores.second.archive.months()).toEqual(["2027-01", "2027-02"]);
    await stores.first.archive.dropMonth("2027-01");
    expect((await stores.second.links.find(old))?.destination).toBe("");
    expect((await stores.second.links.find(young))?.destination).toBe(young.destination);
  });

  it("leaves nothing in the archive of a link that is deleted, and deletes a forgotten one", async () => {
    const [kept, forgotten] = [await archived(), await archived({ code: sampleLink().code })];
    const tombstone = { destination: "", tags: [], note: null, deletedAt: noon + 8_000, version: 2 };
    expect(await remove(kept)).toMatchObject({ kind: "changed", link: tombstone });
    expect(await stores.second.links.find(kept)).toEqual({ ...kept, ...tombstone, updatedAt: noon + 8_000 });
    expect(await edit(kept, {})).toEqual({ kind: "deleted" });
    await dropAll();
    expect(await remove(forgotten)).toMatchObject({ kind: "changed", link: tombstone });
    expect((await stores.second.links.findTarget(forgotten))?.deleted).toBe(true);
  });

  it("brings a link back that goes into quarantine, and keeps it out of the archive", async () => {
    const link = await archived();
    const outcome = await quarantine(link, "phishing");
    const held = { quarantinedAt: noon + 9_000, quarantineReason: "phishing", destination: link.destination };
    expect(outcome).toMatchObject({ kind: "changed", link: held });
    await archive();
    expect(await stores.second.links.find(link)).toMatchObject(held);
    expect((await stores.second.links.findTarget(link))?.quarantined).toBe(true);
  });

  it("loses no link that is brought back at the moment at which two others archive it", async () => {
    await archive();
    const instants = Array.from({ length: 40 }, (_, index) => noon + 100 + index);
    for (const expiresAt of instants) {
      const link = await created({ expiresAt });
      const due = { after: expiresAt, before: expiresAt, now: january, limit: 7 };
      await Promise.all([
        edit(link, { expiresAt: null }),
        stores.first.archive.archiveExpired(due),
        stores.second.archive.archiveExpired(due),
      ]);
      const restored = { ...link, expiresAt: null, updatedAt: noon + 7_000, version: 2 };
      expect(await stores.second.links.find(link)).toEqual(restored);
    }
  });
}
