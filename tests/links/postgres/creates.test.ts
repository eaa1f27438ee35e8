import { createCommand, sampleLink, sampleRecord } from "@narrows/links/testing";
import { describe, expect, it } from "vitest";
import { postgresProgram } from "../../services/postgres-server.ts";
import { openDatabase, startDatabase } from "./open-database.ts";
import { openSession } from "./session.ts";

describe.skipIf(postgresProgram() === undefined)("creates in PostgreSQL", () => {
  it("of one turn are committed together", async () => {
    await using at = await startDatabase();
    await using session = openSession(at.server.url);
    await Promise.all(Array.from({ length: 100 }, () => at.links.create(createCommand(sampleLink()))));
    expect(at.database.stats().creates).toMatchObject({ commands: 100, groups: 1 });
    expect(await session.run("SELECT count(DISTINCT xmin::text)::integer FROM links")).toEqual([[1]]);
  });

  it("that PostgreSQL cannot keep fail alone", async () => {
    await using at = await startDatabase();
    const links = Array.from({ length: 30 }, (_, index) => sampleLink(index === 7 ? { note: "NUL \0" } : {}));
    const outcomes = await Promise.allSettled(links.map((link) => at.links.create(createCommand(link))));
    const failed = outcomes.filter((outcome) => outcome.status === "rejected");
    expect(failed.map(({ reason }) => (reason as { code: string }).code)).toEqual(["ROW_REFUSED"]);
    expect(outcomes[7]?.status).toBe("rejected");
    const found = await Promise.all(links.map((link) => at.links.find(link)));
    expect(found.map((link) => link === undefined)).toEqual(links.map((_, index) => index === 7));
  });

  it("with and without Idempotency-Keys of many nodes in any order never stand in each other's way", async () => {
    await using at = await startDatabase();
    await using other = await openDatabase({ url: at.server.url });
    const record = sampleRecord();
    const settled = sampleLink({ ownerId: "one" });
    const commands = Array.from({ length: 400 }, (_, index) => {
      const code = `c${index % 40}`;
      const idempotency = index % 3 === 0 ? { ...record, key: `k${index % 20}` } : null;
      return createCommand(
        { ...settled, code, destination: `https://example.com/${index % 9}` },
        {
          idempotency,
          reuse: index % 4 === 0,
        },
      );
    });
    const outcomes = await Promise.all(
      [commands, commands.toReversed()].flatMap((some, node) =>
        some.map((command) => (node === 0 ? at.links : other.links).create(command)),
      ),
    );
    expect(outcomes).toHaveLength(800);
    expect(outcomes.filter(({ kind }) => kind === "created").length).toBeGreaterThan(0);
    expect(outcomes.filter(({ kind }) => kind === "created").length).toBeLessThanOrEqual(40);
  });

  it("of the same codes by two nodes in opposite order never wait for each other in a circle", async () => {
    await using at = await startDatabase();
    await using other = await openDatabase({ url: at.server.url });
    for (let round = 0; round < 10; round += 1) {
      const commands = Array.from({ length: 200 }, () => createCommand(sampleLink({ ownerId: null })));
      const outcomes = await Promise.all(
        [commands, commands.toReversed()].flatMap((some, node) =>
          some.map((command) => (node === 0 ? at.links : other.links).create(command)),
        ),
      );
      expect(outcomes.filter(({ kind }) => kind === "created")).toHaveLength(200);
    }
  });

  it("keep no record of a request whose code was taken or that reused a link, together or alone", async () => {
    await using at = await startDatabase();
    const link = sampleLink();
    await at.links.create(createCommand(link));
    const [taken, reusing, fresh] = [sampleRecord(), sampleRecord(), sampleRecord()];
    const outcomes = await Promise.all([
      at.links.create(createCommand({ ...link, destination: "https://example.com/x" }, { idempotency: taken })),
      at.links.create(createCommand({ ...link, code: "another" }, { idempotency: reusing, reuse: true })),
      at.links.create(createCommand(sampleLink(), { idempotency: fresh })),
    ]);
    expect(outcomes.map(({ kind }) => kind)).toEqual(["code-taken", "reused", "created"]);
    const kept = await Promise.all(
      [taken, reusing, fresh].map((record) => at.links.findIdempotent(record.requester, record.key, 0)),
    );
    expect(kept.map((record) => record !== undefined)).toEqual([false, false, true]);
  });

  it("give an owner one number, however many nodes meet the owner first", async () => {
    await using at = await startDatabase();
    await using other = await openDatabase({ url: at.server.url });
    await using session = openSession(at.server.url);
    const links = Array.from({ length: 40 }, (_, index) => sampleLink({ ownerId: `new-owner-${index % 4}` }));
    await Promise.all(links.map((link, index) => (index % 8 < 4 ? at.links : other.links).create(createCommand(link))));
    expect(await session.run("SELECT count(*)::integer FROM owners")).toEqual([[4]]);
    for (const link of links) expect((await other.links.find(link))?.ownerId).toBe(link.ownerId);
  });
});
