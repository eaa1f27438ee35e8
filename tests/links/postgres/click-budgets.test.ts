import { openPostgresFiller } from "@narrows/links/postgres";
import { anyone, createCommand, sampleLink } from "@narrows/links/testing";
import { describe, expect, it } from "vitest";
import { postgresProgram } from "../../services/postgres-server.ts";
import { startDatabase } from "./open-database.ts";
import { openSession } from "./session.ts";

const now = Date.UTC(2027, 0, 1, 12);

describe.skipIf(postgresProgram() === undefined)("click budgets in PostgreSQL", () => {
  it("spend the clicks of a turn in a few statements, and grant no more than there are", async () => {
    await using at = await startDatabase();
    const links = [5, 1, 40].map((maxClicks) => sampleLink({ maxClicks }));
    for (const link of links) await at.links.create(createCommand(link));
    const outcomes = await Promise.all(
      links.map((link) =>
        Promise.all(Array.from({ length: 30 }, () => at.links.spendClick({ key: link, version: 1 }))),
      ),
    );
    const spent = outcomes.map((each) => each.filter(({ kind }) => kind === "spent").length);
    expect(spent).toEqual([5, 1, 30]);
    expect(at.database.stats().clicks).toMatchObject({ clicks: 90, statements: 1, waiting: 0 });
  });

  it("wait for another process that spends of the same link, and count on from what it left", async () => {
    await using at = await startDatabase();
    await using session = openSession(at.server.url);
    const link = sampleLink({ maxClicks: 3 });
    await at.links.create(createCommand(link));
    await at.links.spendClick({ key: link, version: 1 });
    await session.run("BEGIN");
    await session.run(`UPDATE link_budgets SET used = used + 1, granted = 1 WHERE code = '${link.code}'`);
    const asked = Promise.all([1, 2].map(() => at.links.spendClick({ key: link, version: 1 })));
    await session.run("COMMIT");
    expect((await asked).map(({ kind }) => kind).toSorted()).toEqual(["spent", "used-up"]);
    expect(await at.links.find(link)).toMatchObject({ clicksUsed: 3 });
  });

  it("look switched off to a node of an older release, which can neither switch them on nor make them permanent", async () => {
    await using at = await startDatabase();
    await using session = openSession(at.server.url);
    const link = sampleLink({ maxClicks: 3 });
    await at.links.create(createCommand(link));
    const own = `WHERE code = '${link.code}'`;
    expect(await session.run(`SELECT flags & 8 FROM links ${own}`)).toEqual([[8]]);
    // As its statements write, which do not know of the new columns.
    const change = (flags: number) =>
      session.run(`UPDATE links SET flags = ${flags}, version = 2, updated_at = ${now} ${own}`);
    await expect(change(0)).rejects.toThrow("links_budgeted");
    await expect(change(8 | 2)).rejects.toThrow("links_budgeted");
    expect(await at.links.findTarget(link)).toMatchObject({ enabled: true, maxClicks: 3 });
    await change(8);
    expect(await at.links.findTarget(link)).toMatchObject({ enabled: false, maxClicks: 3, version: 2 });
    await at.links.edit({ key: link, guard: anyone, patch: { enabled: true }, now });
    expect(await at.links.findTarget(link)).toMatchObject({ enabled: true, maxClicks: 3, version: 3 });
  });

  it("are copied with what was counted, again and again, and never counted down", async () => {
    await using at = await startDatabase();
    const filler = await openPostgresFiller(at.server.url);
    const link = sampleLink({ maxClicks: 10, clicksUsed: 2, ownerId: null });
    const copy = (clicksUsed: number) => filler.links([{ ...link, clicksUsed }]);
    expect(await copy(2)).toEqual({ written: 1, refused: [] });
    expect(await at.links.find(link)).toEqual(link);
    expect(await copy(2)).toEqual({ written: 0, refused: [] });
    expect(await copy(4)).toEqual({ written: 1, refused: [] });
    expect(await at.links.find(link)).toMatchObject({ clicksUsed: 4 });
    await at.links.spendClick({ key: link, version: 1 });
    expect(await copy(4)).toEqual({ written: 0, refused: [] });
    expect(await at.links.find(link)).toMatchObject({ clicksUsed: 5 });
    await filler.close();
  });
});
