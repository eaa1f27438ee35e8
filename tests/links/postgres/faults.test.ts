import type { Link, LinkStore } from "@narrows/links";
import { anyone, createCommand, sampleLink } from "@narrows/links/testing";
import { describe, expect, it } from "vitest";
import { eventually, within } from "../../program/deadline.ts";
import { postgresProgram } from "../../services/postgres-server.ts";
import { startDatabase } from "./open-database.ts";
import { patient } from "./patient.ts";
import { openSession, type Session } from "./session.ts";

const generousMs = 30_000;

const impatientForLocks = { ...patient, lockMs: 400 };

/** The code of the error that a promise rejects with; "none" when it does not. */
function codeOf(answer: unknown): Promise<string> {
  return within(
    generousMs,
    "The answer",
    Promise.resolve(answer).then(
      () => "none",
      (error: unknown) => String((error as { code?: string }).code),
    ),
  );
}

async function isThere(answer: unknown): Promise<true | undefined> {
  return (await codeOf(answer)) === "none" ? true : undefined;
}

/** Another link each time: of one whose create came too late nobody knows. */
function untilCreated(links: LinkStore): Promise<Link> {
  return eventually(generousMs, "A create", async () => {
    const link = sampleLink();
    return (await isThere(links.create(createCommand(link)))) && link;
  });
}

describe.skipIf(postgresProgram() === undefined)("a PostgreSQL that fails", () => {
  it("and hangs is given up: what was asked is answered, the rest refused at once, and all goes on afterwards", async () => {
    await using at = await startDatabase({ ...patient, lookupMs: 500, statementMs: 700, listMs: 700 });
    const link = await untilCreated(at.links);
    const change = { key: link, guard: anyone, patch: { note: "a" }, now: 1 };
    await eventually(generousMs, "A change", () => isThere(at.links.edit(change)));
    await eventually(generousMs, "A lookup", () => isThere(at.links.findTarget(link)));
    await at.server.signal("SIGSTOP");
    const inFlight = [
      at.links.findTarget(link),
      // Without an owner, who would be added before: the statement that was sent is the one that commits.
      at.links.create(createCommand(sampleLink({ ownerId: null }))),
      at.links.edit({ key: link, guard: anyone, patch: { note: "b" }, now: 1 }),
      at.links.list({ ...emptyQuery, limit: 10 }),
    ].map((answer: unknown) => codeOf(answer));
    expect(await Promise.all(inFlight)).toEqual([
      "STORE_UNAVAILABLE",
      "STORE_OUTCOME_UNKNOWN",
      // It was not even locked: nothing of it was sent that could have been committed.
      "STORE_UNAVAILABLE",
      "STORE_UNAVAILABLE",
    ]);
    const { refused } = at.database.stats().primary.breaker;
    const later = await Promise.all(Array.from({ length: 1_000 }, () => codeOf(at.links.findTarget(link))));
    expect(new Set(later)).toEqual(new Set(["STORE_UNAVAILABLE"]));
    expect(at.database.stats().primary.breaker.refused).toBe(refused + 1_000);
    await at.server.signal("SIGCONT");
    await eventually(generousMs, "The database's return", () => isThere(at.links.findTarget(link)));
    await untilCreated(at.links);
  });

  it("and is killed and started again loses nothing that was answered", async () => {
    // Where a server was killed, a connection may be begun that nobody answers.
    await using at = await startDatabase({ ...patient, connectMs: 3_000 });
    const created = [];
    for (let round = 0; round < 3; round += 1) {
      const links = Array.from({ length: 50 }, () => sampleLink());
      const creates = links.map((link) => at.links.create(createCommand(link)).then(() => link));
      await Promise.race(creates);
      await at.server.kill();
      for (const outcome of await Promise.allSettled(creates)) {
        if (outcome.status === "fulfilled") created.push(outcome.value);
        else expect((outcome.reason as { code: string }).code).toMatch(/^STORE_(?:OUTCOME_UNKNOWN|UNAVAILABLE)$/);
      }
      expect(await codeOf(at.links.findTarget(sampleLink()))).toBe("STORE_UNAVAILABLE");
      await at.server.restart();
      await eventually(generousMs, "The database's return", () => isThere(at.links.ping()));
    }
    expect(created.length).toBeGreaterThan(0);
    for (const link of created) expect(await at.links.find(link)).toEqual(link);
  });

  it("and would commit in the background does not, for the program's own connections", async () => {
    const settings = { synchronous_commit: "off", wal_writer_delay: "10s" };
    await using at = await startDatabase(patient, { settings });
    const links = [sampleLink(), sampleLink({ ownerId: null })];
    for (const link of links) await at.links.create(createCommand(link));
    await at.server.kill();
    await at.server.restart();
    await eventually(generousMs, "The database's return", () => isThere(at.links.ping()));
    for (const link of links) expect(await at.links.find(link)).toEqual(link);
  });

  it("and ends idle connections is connected to anew, without an error", async () => {
    await using at = await startDatabase(patient);
    await using session = openSession(at.server.url);
    const link = sampleLink();
    await at.links.create(createCommand(link));
    await at.links.findTarget(link);
    await at.links.find(link);
    await at.links.list({ ...emptyQuery, limit: 10 });
    await session.run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'narrows'");
    await eventually(generousMs, "The end of the connections", async () => {
      const [[count] = []] = await session.run(
        "SELECT count(*)::integer FROM pg_stat_activity WHERE application_name = 'narrows'",
      );
      return count === 0 ? true : undefined;
    });
    // A backend leaves the list before it closes its socket: a question may still go to one that has ended.
    expect((await at.links.findTarget(link))?.destination).toBe(link.destination);
    expect(await at.links.find(link)).toEqual(link);
    expect((await at.links.list({ ...emptyQuery, limit: 10 })).links).toEqual([link]);
    expect((await at.links.create(createCommand(sampleLink()))).kind).toBe("created");
  });

  it("and holds a lock makes those wait who need it, for so long, and nobody else", async () => {
    await using at = await startDatabase(impatientForLocks);
    await using session = openSession(at.server.url);
    const [held, free] = [sampleLink({ code: "held" }), sampleLink({ code: "free" })];
    for (const link of [held, free]) await at.links.create(createCommand(link));
    await session.run("BEGIN; SELECT * FROM links WHERE code = 'held' FOR UPDATE");
    const edit = (key: typeof held) => at.links.edit({ key, guard: anyone, patch: { note: "x" }, now: 1 });
    expect(await Promise.all([codeOf(edit(held)), codeOf(edit(free))])).toEqual(["STORE_LOCKED", "none"]);
    expect((await at.links.findTarget(held))?.version).toBe(1);
    await session.run("ROLLBACK");
    expect((await edit(held)).kind).toBe("changed");
  });

  it("and ends the connection on which a change is just committed leaves its outcome unknown", async () => {
    await using at = await startDatabase({ lockMs: generousMs, statementMs: generousMs });
    await using session = openSession(at.server.url);
    // Inside a transaction a session does not see what begins after its first look.
    await using onlooker = openSession(at.server.url);
    const link = sampleLink();
    await at.links.create(createCommand(link));
    await session.run("BEGIN; SELECT * FROM counters WHERE name = 'changes' FOR UPDATE");
    const edited = codeOf(at.links.edit({ key: link, guard: anyone, patch: { note: "x" }, now: 1 }));
    await eventually(generousMs, "The end of the connection", async () => {
      const ended = await onlooker.run(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query = 'COMMIT' AND wait_event_type = 'Lock'",
      );
      return ended.length > 0 ? true : undefined;
    });
    expect(await edited).toBe("STORE_OUTCOME_UNKNOWN");
    await session.run("ROLLBACK");
    expect((await at.links.find(link))?.version).toBe(1);
  });

  it("and locks the whole table answers within the deadlines, and afterwards as before", async () => {
    await using at = await startDatabase(impatientForLocks);
    await using session = openSession(at.server.url);
    const link = sampleLink();
    await at.links.create(createCommand(link));
    await session.run("BEGIN; LOCK TABLE links IN ACCESS EXCLUSIVE MODE");
    const codes = await Promise.all([
      codeOf(at.links.findTarget(link)),
      codeOf(at.links.create(createCommand(sampleLink()))),
      codeOf(at.links.delete({ key: link, guard: anyone, now: 1 })),
    ]);
    expect(new Set(codes)).toEqual(new Set(["STORE_LOCKED"]));
    await session.run("ROLLBACK");
    expect((await at.links.findTarget(link))?.version).toBe(1);
  });

  it("and has no connection left says so, and is used again when it has", async () => {
    await using at = await startDatabase(patient, { settings: { max_connections: 6, max_wal_senders: 0 } });
    const sessions = Array.from({ length: 6 }, () => openSession(at.server.url));
    // The slot of who made the schema may not be free yet.
    const getsIn = (session: Session) =>
      eventually(generousMs, "A slot", () =>
        session.run("SELECT 1").then(
          () => true,
          () => undefined,
        ),
      );
    await Promise.all(sessions.map(getsIn));
    expect(await codeOf(at.links.findTarget(sampleLink()))).toBe("STORE_OVERLOADED");
    for (const session of sessions) await session[Symbol.asyncDispose]();
    await eventually(generousMs, "A free connection", () => isThere(at.links.findTarget(sampleLink())));
  });
});

const emptyQuery = {
  ownerId: undefined,
  domain: undefined,
  tag: undefined,
  codePrefix: undefined,
  host: undefined,
  after: undefined,
};
