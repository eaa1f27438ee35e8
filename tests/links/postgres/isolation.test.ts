import { anyone, createCommand, sampleLink } from "@narrows/links/testing";
import { describe, expect, it } from "vitest";
import { eventually, within } from "../../program/deadline.ts";
import { postgresProgram } from "../../services/postgres-server.ts";
import { startDatabase } from "./open-database.ts";
import { patient } from "./patient.ts";
import { openSession, type Session } from "./session.ts";

const generousMs = 30_000;
const everything = {
  ownerId: undefined,
  domain: undefined,
  tag: undefined,
  codePrefix: undefined,
  host: undefined,
  after: undefined,
  limit: 10,
};

/** As a node opens it: with a connection for each thing that it must do, whether all is well to be asked among them. */
const node = { ...patient, takesConnections: true };

type Started = Awaited<ReturnType<typeof startDatabase>>;

/** The code of the error that a promise rejects with; "none" when it does not. */
function codeOf(answer: unknown): Promise<string> {
  const code = Promise.resolve(answer).then(
    () => "none",
    (error: unknown) => String((error as { code?: string }).code),
  );
  return within(generousMs, "The answer", code);
}

/** Creates a link, and leaves a connection open for lookups, creates and changes. */
async function warm({ links }: Started) {
  const link = sampleLink();
  await links.create(createCommand(link));
  await links.edit({ key: link, guard: anyone, patch: { note: "warm" }, now: 1 });
  await links.findTarget(link);
  return link;
}

/** What a lookup, a create, a change and the question whether all is well come to. */
function answersOf({ links }: Started, key: ReturnType<typeof sampleLink>): Promise<readonly string[]> {
  const change = links.edit({ key, guard: anyone, patch: { note: "x" }, now: 1 });
  const answers: unknown[] = [links.findTarget(key), links.create(createCommand(sampleLink())), change, links.ping()];
  return Promise.all(answers.map(codeOf));
}

const allWell = ["none", "none", "none", "none"];

describe.skipIf(postgresProgram() === undefined)("what fails for one purpose of PostgreSQL", () => {
  it("for lack of a connection slot is refused alone, and works when there is a slot", async () => {
    await using at = await startDatabase(node, { settings: { max_connections: 8, max_wal_senders: 0 } });
    const link = await warm(at);
    const sessions = await takeAllSlots(at.server.url);
    for (let round = 0; round < 3; round += 1) {
      expect(await codeOf(at.links.list(everything))).toBe("STORE_OVERLOADED");
      expect(await answersOf(at, link)).toEqual(allWell);
    }
    expect(at.database.stats().primary.breaker.opened).toBe(0);
    for (const session of sessions) await session[Symbol.asyncDispose]();
    await eventually(generousMs, "A list", async () =>
      (await codeOf(at.links.list(everything))) === "none" ? true : undefined,
    );
  });

  it("because nobody accepts new connections leaves alone what has one", async () => {
    await using at = await startDatabase({ ...node, connectMs: 3_000 });
    const link = await warm(at);
    // The processes that serve connections go on.
    process.kill(at.server.pid, "SIGSTOP");
    expect(await codeOf(at.links.list(everything))).toBe("STORE_UNAVAILABLE");
    expect(await answersOf(at, link)).toEqual(allWell);
    expect(at.database.stats().primary.breaker.opened).toBe(0);
    process.kill(at.server.pid, "SIGCONT");
    await eventually(generousMs, "A list", async () =>
      (await codeOf(at.links.list(everything))) === "none" ? true : undefined,
    );
  });

  it("because one connection hangs is given up alone", async () => {
    await using at = await startDatabase({ ...patient, statementMs: 3_000 });
    await using session = openSession(at.server.url);
    const link = await warm(at);
    const [[pid] = []] = await session.run(
      "SELECT pid FROM pg_stat_activity WHERE application_name = 'narrows' AND query = 'COMMIT' ORDER BY query_start DESC LIMIT 1",
    );
    process.kill(Number(pid), "SIGSTOP");
    const change = at.links.edit({ key: link, guard: anyone, patch: { note: "hung" }, now: 1 });
    expect(await codeOf(change)).toBe("STORE_UNAVAILABLE");
    expect(await answersOf(at, link)).toEqual(allWell);
    const { breaker, pools } = at.database.stats().primary;
    expect([breaker.opened, pools["changes"]?.hung]).toEqual([0, 1]);
    process.kill(Number(pid), "SIGCONT");
  });

  it("because a change waits for one lock after the other is no hang", async () => {
    await using at = await startDatabase({ ...patient, statementMs: 10_000, lookupMs: 10_000 });
    await using row = openSession(at.server.url);
    await using counter = openSession(at.server.url);
    await using onlooker = openSession(at.server.url);
    const link = await warm(at);
    await row.run(`BEGIN; SELECT * FROM links WHERE code = '${link.code}' FOR UPDATE`);
    await counter.run("BEGIN; SELECT * FROM counters WHERE name = 'changes' FOR UPDATE");
    const change = codeOf(at.links.edit({ key: link, guard: anyone, patch: { note: "late" }, now: 1 }));
    // Each of them shorter than a statement may take, and together longer than a statement and the grace.
    await onlooker.run("SELECT pg_sleep(6.4)");
    await row.run("ROLLBACK");
    await onlooker.run("SELECT pg_sleep(6.4)");
    await counter.run("ROLLBACK");
    expect(await change).toBe("none");
    const { breaker, pools } = at.database.stats().primary;
    expect([breaker.opened, pools["changes"]?.hung]).toEqual([0, 0]);
  });
});

describe.skipIf(postgresProgram() === undefined)("many changes of one link", () => {
  it("whose row is locked leave changes of others, and the question whether all is well, alone", async () => {
    await using at = await startDatabase({ ...patient, lockMs: 400, waitMs: 5_000 });
    await using session = openSession(at.server.url);
    const [held, free] = [sampleLink(), sampleLink()];
    for (const link of [held, free]) await at.links.create(createCommand(link));
    await session.run(`BEGIN; SELECT * FROM links WHERE code = '${held.code}' FOR UPDATE`);
    const changes = Array.from({ length: 300 }, (_, index) =>
      codeOf(at.links.edit({ key: held, guard: anyone, patch: { note: String(index) }, now: 1 })),
    );
    expect(await answersOf(at, free)).toEqual(allWell);
    for (const code of await Promise.all(changes)) expect(code).toMatch(/^STORE_(?:LOCKED|OVERLOADED)$/);
    await session.run("ROLLBACK");
    expect(await codeOf(at.links.edit({ key: held, guard: anyone, patch: { note: "x" }, now: 1 }))).toBe("none");
  });

  it("are made one after the other, over one connection, and those beyond a bound refused", async () => {
    await using at = await startDatabase({ waitMs: generousMs });
    const link = sampleLink();
    await at.links.create(createCommand(link));
    const changes = Array.from({ length: 400 }, (_, index) =>
      codeOf(at.links.edit({ key: link, guard: anyone, patch: { note: String(index) }, now: 1 })),
    );
    const codes = await Promise.all(changes);
    expect(new Set(codes)).toEqual(new Set(["none", "STORE_OVERLOADED"]));
    const made = codes.filter((code) => code === "none").length;
    expect((await at.links.find(link))?.version).toBe(made + 1);
    expect(at.database.stats().primary.pools["changes"]?.connections).toBe(1);
  });
});

/** As other programs would take them. */
async function takeAllSlots(url: string): Promise<readonly Session[]> {
  const sessions: Session[] = [];
  for (;;) {
    const session = openSession(url);
    const isIn = await session.run("SELECT 1").then(
      () => true,
      () => false,
    );
    if (isIn) sessions.push(session);
    else {
      await session[Symbol.asyncDispose]();
      return sessions;
    }
  }
}
