import { openPostgresFiller } from "@narrows/links/postgres";
import { anyone, createCommand, sampleLink } from "@narrows/links/testing";
import { describe, expect, it } from "vitest";
import { eventually } from "../../program/deadline.ts";
import { postgresProgram } from "../../services/postgres-server.ts";
import { startDatabase } from "./open-database.ts";
import { openSession } from "./session.ts";

const now = Date.UTC(2027, 2, 31, 23, 59);
const generousMs = 30_000;
const request = { after: 0, before: now, now, limit: 10 };

describe.skipIf(postgresProgram() === undefined)("the archive in PostgreSQL", () => {
  it("has a partition for each month, and nothing left of a link that was brought back or deleted", async () => {
    await using at = await startDatabase();
    await using session = openSession(at.server.url);
    const { links, archive } = at.database;
    const [back, gone, stays] = [0, 1, 2].map(() => sampleLink({ expiresAt: now - 1, tags: ["old"] }));
    if (back === undefined || gone === undefined || stays === undefined) throw new Error("There are three links.");
    await Promise.all([back, gone, stays].map((link) => links.create(createCommand(link))));
    expect(await archive.archiveExpired(request)).toMatchObject({ count: 3 });
    await links.edit({ key: back, guard: anyone, patch: { expiresAt: null }, now });
    await links.delete({ key: gone, guard: anyone, now });
    expect(await session.run("SELECT code FROM link_archive_202703")).toEqual([[stays.code]]);
    const [row] = await session.run(
      `SELECT destination, host_hash, tags, note, deleted_at, updated_at FROM links WHERE code = '${stays.code}'`,
    );
    expect(row).toEqual(["", null, null, null, String(now), null]);
    await archive.dropMonth("2027-03");
    expect(await session.run("SELECT to_regclass('link_archive_202703')")).toEqual([[null]]);
  });

  it("is left to the process that is at it, which links and redirects do not wait for", async () => {
    await using at = await startDatabase();
    await using session = openSession(at.server.url);
    const { links, archive } = at.database;
    const link = sampleLink({ expiresAt: now - 1 });
    await links.create(createCommand(link));
    await archive.archiveExpired({ ...request, before: 0 });
    await session.run("SELECT pg_advisory_lock(1314019137)");
    expect(await archive.archiveExpired(request)).toEqual({ kind: "busy" });
    expect(await archive.dropMonth("2027-03")).toBe(false);
    expect(await links.find(link)).toEqual(link);
    await session.run("SELECT pg_advisory_unlock(1314019137)");
    expect(await archive.archiveExpired(request)).toMatchObject({ kind: "archived", count: 1 });
  });

  it("passes by a link that is just being changed", async () => {
    await using at = await startDatabase();
    await using session = openSession(at.server.url);
    const { links, archive } = at.database;
    const [held, free] = [sampleLink({ expiresAt: now - 2 }), sampleLink({ expiresAt: now - 1 })];
    await links.create(createCommand(held));
    await links.create(createCommand(free));
    await session.run("BEGIN");
    await session.run(`SELECT 1 FROM links WHERE code = '${held.code}' FOR UPDATE`);
    expect(await archive.archiveExpired(request)).toEqual({ kind: "archived", count: 1, last: now - 1 });
    await session.run("COMMIT");
    expect(await archive.archiveExpired(request)).toEqual({ kind: "archived", count: 1, last: now - 2 });
  });

  it("has nothing left of a link that is deleted, also when copies found it in one month and then in another", async () => {
    await using at = await startDatabase();
    await using session = openSession(at.server.url);
    const filler = await openPostgresFiller(at.server.url);
    const first = sampleLink({ expiresAt: 1, archivedAt: Date.UTC(2027, 1) });
    const again = { ...first, version: 2, updatedAt: now, expiresAt: 2, archivedAt: now };
    const months = () => session.run("SELECT month FROM link_archive");
    expect(await filler.links([first])).toMatchObject({ written: 1 });
    expect(await months()).toEqual([[202702]]);
    expect(await filler.links([again])).toMatchObject({ written: 1 });
    expect(await months()).toEqual([[202703]]);
    await at.links.delete({ key: first, guard: anyone, now });
    expect(await months()).toEqual([]);
    await filler.close();
  });

  it("has nothing left of a link that was brought back before it was copied again", async () => {
    await using at = await startDatabase();
    await using session = openSession(at.server.url);
    const filler = await openPostgresFiller(at.server.url);
    const [back, stays] = [0, 1].map(() => sampleLink({ expiresAt: 1, archivedAt: now }));
    if (back === undefined || stays === undefined) throw new Error("There are two links.");
    await filler.links([back, stays]);
    const { archivedAt: _, ...restored } = { ...back, version: 2, updatedAt: now, expiresAt: null };
    expect(await filler.links([restored, stays])).toMatchObject({ written: 1 });
    expect(await session.run("SELECT code FROM link_archive")).toEqual([[stays.code]]);
    await filler.close();
  });

  it("tells nobody of a link that is archived, and of one that a copy changes and archives at once", async () => {
    await using at = await startDatabase();
    const filler = await openPostgresFiller(at.server.url);
    const link = sampleLink({ expiresAt: now - 1 });
    await at.links.create(createCommand(link));
    const before = await at.links.lastChange();
    await at.database.archive.archiveExpired(request);
    expect(await at.links.lastChange()).toBe(before);
    const changed = sampleLink();
    await at.links.create(createCommand(changed));
    const archived = { ...changed, version: 2, updatedAt: now - 1, expiresAt: now - 1, archivedAt: now };
    expect(await filler.links([archived])).toEqual({ written: 1, refused: [] });
    const { changes } = await at.links.changesAfter(before, 10);
    expect(changes).toMatchObject([{ code: changed.code, version: 2 }]);
    await filler.close();
  });

  it("gets no month from a copy while another process is at it", async () => {
    await using at = await startDatabase();
    await using session = openSession(at.server.url);
    const filler = await openPostgresFiller(at.server.url);
    await session.run("SELECT pg_advisory_lock(1314019137)");
    const filling = filler.links([sampleLink({ expiresAt: 1, archivedAt: now })]);
    await eventually(generousMs, "The copy's wait for the archive", async () => {
      const waits = await session.run("SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted");
      return waits.length > 0 ? true : undefined;
    });
    expect(await session.run("SELECT to_regclass('link_archive_202703')")).toEqual([[null]]);
    await session.run("SELECT pg_advisory_unlock(1314019137)");
    expect(await filling).toEqual({ written: 1, refused: [] });
    await filler.close();
  });
});
