import { describe, expect, it } from "vitest";
import { openSession } from "../links/postgres/session.ts";
import { eventually } from "../program/deadline.ts";
import { readMetric } from "../program/read-metric.ts";
import { postgresProgram, startPostgres } from "../services/postgres-server.ts";
import { faultsLogged, generousMs, isReady, meaningOf, startNode, untilRecovered } from "./postgres/node.ts";

const longUrl = "https://example.com/";

describe.skipIf(postgresProgram() === undefined)("a node whose PostgreSQL", () => {
  it("is restarted answers 503 meanwhile, follows known links, and goes on by itself", async () => {
    await using server = await startPostgres();
    await using node = await startNode(server);
    const { api } = node;
    await api.mustCreate({ longUrl, alias: "known" });
    await api.follow("known");
    let isOver = false;
    const seen = new Set<string | number>();
    const known = new Set<string | number>();
    const load = (async () => {
      while (!isOver) {
        seen.add(meaningOf(await api.create({ longUrl })));
        known.add(meaningOf(await api.follow("known")));
      }
    })();
    await server.restart();
    await untilRecovered(node);
    isOver = true;
    await load;
    expect([...known]).toEqual([302]);
    expect(
      [...seen].filter((code) => !/^(?:201|503 STORE_(?:UNAVAILABLE|OUTCOME_UNKNOWN))$/.test(String(code))),
    ).toEqual([]);
  });

  it("hangs answers within the deadlines, refuses the rest at once, is not ready, and goes on by itself", async () => {
    await using server = await startPostgres();
    await using node = await startNode(server);
    const { api, program } = node;
    await api.mustCreate({ longUrl, alias: "known" });
    await api.mustCreate({ longUrl, alias: "cold" });
    await api.follow("known");
    await server.signal("SIGSTOP");
    const [cold, create, edit, list] = await Promise.all([
      api.follow("cold"),
      api.create({ longUrl }),
      api.edit("known", { note: "x" }),
      program.http.ask("GET", "/v1/urls", { headers: program.admin }),
    ]);
    expect([cold, list].map(meaningOf)).toEqual(["503 STORE_UNAVAILABLE", "503 STORE_UNAVAILABLE"]);
    for (const change of [create, edit]) {
      expect(meaningOf(change)).toMatch(/^503 STORE_(?:UNAVAILABLE|OUTCOME_UNKNOWN)$/);
      expect(Number(change.headers["retry-after"])).toBeGreaterThan(0);
    }
    await eventually(generousMs, "That the database is given up", async () =>
      (await readMetric(program, "narrows_postgres_breaker_open")) === 1 ? true : undefined,
    );
    const refused = await readMetric(program, "narrows_postgres_breaker_refused_total");
    const later = await Promise.all(Array.from({ length: 200 }, () => api.create({ longUrl })));
    expect(new Set(later.map(meaningOf))).toEqual(new Set(["503 STORE_UNAVAILABLE"]));
    expect(await readMetric(program, "narrows_postgres_breaker_refused_total")).toBeGreaterThanOrEqual(refused + 200);
    expect((await api.follow("known")).status).toBe(302);
    expect(await isReady(node)).toBe(false);
    await server.signal("SIGCONT");
    await untilRecovered(node);
    expect([...faultsLogged(node)]).toEqual(
      expect.arrayContaining([
        "A request could not be answered. [STORE_UNAVAILABLE]",
        "Changes by other processes cannot be heard; trying again. [STORE_UNAVAILABLE]",
        "The store can be neither read nor written: not ready. [STORE_UNAVAILABLE]",
      ]),
    );
    expect((await api.follow("cold")).status).toBe(302);
    await eventually(generousMs, "Readiness", async () => ((await isReady(node)) ? true : undefined));
  });

  it("has no connection slot left answers with those that it has, and refuses a node that has none", async () => {
    await using server = await startPostgres({
      settings: { max_connections: 14, superuser_reserved_connections: 0, reserved_connections: 0 },
    });
    await using node = await startNode(server);
    const { api } = node;
    await api.mustCreate({ longUrl, alias: "known" });
    await api.follow("known");
    // Every slot that is left, as other programs would take them.
    const sessions: ReturnType<typeof openSession>[] = [];
    const fill = async (): Promise<true | undefined> => {
      const session = openSession(server.url);
      const isIn = await session.run("SELECT 1").then(
        () => true,
        () => false,
      );
      if (isIn) sessions.push(session);
      else await session[Symbol.asyncDispose]();
      return isIn ? undefined : true;
    };
    await eventually(generousMs, "That all slots are taken", fill);
    // Nobody has asked for a list before, so there is no connection for one; that is no reason to fail anything else.
    const list = await node.program.http.ask("GET", "/v1/urls", { headers: node.program.admin });
    expect(meaningOf(list)).toBe("503 STORE_OVERLOADED");
    const answers = [await api.create({ longUrl }), await api.edit("known", { note: "x" }), await api.follow("known")];
    expect(answers.map(meaningOf)).toEqual([201, 200, 302]);
    expect(await isReady(node)).toBe(true);
    expect(await readMetric(node.program, "narrows_postgres_breaker_opened_total")).toBe(0);
    await expect(startNode(server)).rejects.toThrow(/The program ended with 1/);
    for (const session of sessions) await session[Symbol.asyncDispose]();
    await untilRecovered(node);
    await using second = await startNode(server);
    expect((await second.api.follow("known")).status).toBe(302);
  });

  it("has a lock held for 5 s refuses only those who need it, with 503, and takes them afterwards", async () => {
    await using server = await startPostgres();
    await using node = await startNode(server);
    await using session = openSession(server.url);
    const { api } = node;
    for (const alias of ["held", "free"]) await api.mustCreate({ longUrl, alias });
    await session.run("BEGIN; SELECT * FROM links WHERE code = 'held' FOR UPDATE");
    const asleep = session.run("SELECT pg_sleep(5)");
    const [held, free, cold, create] = await Promise.all([
      api.edit("held", { note: "x" }),
      api.edit("free", { note: "x" }),
      api.follow("held"),
      api.create({ longUrl }),
    ]);
    expect([held, free, cold, create].map(meaningOf)).toEqual(["503 STORE_LOCKED", 200, 302, 201]);
    await asleep;
    await session.run("ROLLBACK");
    expect((await api.edit("held", { note: "y" })).status).toBe(200);
    const refused = [...faultsLogged(node)].filter((fault) => fault.startsWith("A request"));
    expect(refused).toEqual(["A request could not be answered. [STORE_LOCKED]"]);
    // Nothing of the refused one was stored.
    expect((await api.get("held")).json()).toMatchObject({ note: "y", version: 2 });
  });

  it("has a row locked that many edit stays ready, and edits others", async () => {
    await using server = await startPostgres();
    await using node = await startNode(server, { POLICIES_FILE: "" });
    await using session = openSession(server.url);
    const { api } = node;
    for (const alias of ["held", "free"]) await api.mustCreate({ longUrl, alias });
    await session.run("BEGIN; SELECT * FROM links WHERE code = 'held' FOR UPDATE");
    let isOver = false;
    const edits = Promise.all(Array.from({ length: 300 }, () => api.edit("held", { note: "x" }))).finally(
      () => (isOver = true),
    );
    // Of a node that is busy itself it may be said otherwise at times, but not as long as they wait.
    let readyMeanwhile = 0;
    for (let round = 0; round < 10; round += 1) {
      if ((await isReady(node)) && !isOver) readyMeanwhile += 1;
      expect(meaningOf(await api.edit("free", { note: String(round) }))).toBe(200);
    }
    expect(readyMeanwhile).toBeGreaterThan(0);
    const meanings = new Set((await edits).map(meaningOf));
    for (const meaning of meanings) expect(meaning).toMatch(/^503 STORE_(?:LOCKED|OVERLOADED)$/);
    await session.run("ROLLBACK");
    expect((await api.edit("held", { note: "y" })).status).toBe(200);
  });

  it("has the whole table locked for 5 s answers every question within its deadlines, and known links", async () => {
    await using server = await startPostgres();
    await using node = await startNode(server);
    await using session = openSession(server.url);
    const { api } = node;
    await api.mustCreate({ longUrl, alias: "known" });
    await api.mustCreate({ longUrl, alias: "cold" });
    await api.follow("known");
    await session.run("BEGIN; LOCK TABLE links IN ACCESS EXCLUSIVE MODE");
    const asleep = session.run("SELECT pg_sleep(5)");
    const [cold, known, create, edit] = await Promise.all([
      api.follow("cold"),
      api.follow("known"),
      api.create({ longUrl }),
      api.edit("cold", { note: "x" }),
    ]);
    expect([cold, known].map(meaningOf)).toEqual([expect.stringMatching(/^503 STORE_/), 302]);
    for (const change of [create, edit]) expect(meaningOf(change)).toMatch(/^503 STORE_/);
    await asleep;
    await session.run("ROLLBACK");
    await untilRecovered(node);
    expect((await api.follow("cold")).status).toBe(302);
  });

  it("gets a flood of edits answers each of them, and redirects and creates beside them", async () => {
    await using server = await startPostgres();
    await using node = await startNode(server, { POLICIES_FILE: "" });
    const { api } = node;
    await api.mustCreate({ longUrl, alias: "edited" });
    const edits = Array.from({ length: 1_500 }, (_, index) =>
      api.edit("edited", { longUrl: `https://example.com/${index}` }),
    );
    const beside = Array.from({ length: 50 }, () => api.create({ longUrl }));
    const [edited, created] = await Promise.all([Promise.all(edits), Promise.all(beside)]);
    const meanings = new Map<string | number, number>();
    for (const answer of edited) meanings.set(meaningOf(answer), (meanings.get(meaningOf(answer)) ?? 0) + 1);
    const done = meanings.get(200) ?? 0;
    expect(done).toBeGreaterThan(0);
    const odd = [...meanings.keys()].filter(
      (code) => code !== 200 && !/^(?:503 STORE_OVERLOADED|429 )/.test(String(code)),
    );
    expect(odd).toEqual([]);
    expect(created.map(meaningOf).filter((code) => !/^(?:201|429 .*)$/.test(String(code)))).toEqual([]);
    // Each that was answered is there, and each of them only once.
    expect((await api.get("edited")).json()).toMatchObject({ version: done + 1 });
    const { longUrl: last } = (await api.get("edited")).json() as { longUrl: string };
    expect((await api.follow("edited")).locations).toEqual([last]);
  });
});
