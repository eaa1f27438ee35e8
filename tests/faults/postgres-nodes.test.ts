import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { unheardIn, untilHeard } from "../e2e/changes/until-heard.ts";
import { makeDatabase } from "../links/postgres/database.ts";
import { openSession } from "../links/postgres/session.ts";
import { eventually } from "../program/deadline.ts";
import type { CreatedLink } from "../program/links-api.ts";
import { adminKey } from "../program/program.ts";
import { readMetric } from "../program/read-metric.ts";
import { runNarrows } from "../program/run-narrows.ts";
import { sharedDatabase } from "../program/test-stores.ts";
import { startPostgresPair } from "../services/postgres-replicas.ts";
import { postgresProgram, startPostgres } from "../services/postgres-server.ts";
import { generousMs, startNode, type Node } from "./postgres/node.ts";

const longUrl = "https://example.com/";

async function locationAt({ api }: Node, code: string): Promise<string | number> {
  const { status, locations } = await api.follow(code);
  return locations[0] ?? status;
}

/** Waits until a change of the link is heard by every node. */
function untilOneHeard({ api }: Node, alias: string): Promise<true> {
  return eventually(generousMs, "That nodes hear each other", async () =>
    unheardIn(await api.edit(alias, { note: "again" })) === "" ? true : undefined,
  );
}

describe.skipIf(postgresProgram() === undefined)("two nodes on one PostgreSQL, with nothing else to run", () => {
  it("follow at once what the other creates, and lead from its answer on where the other edits", async () => {
    await using server = await startPostgres();
    await using a = await startNode(server, { NODE_NAME: "a" });
    await using b = await startNode(server, { NODE_NAME: "b" });
    for (let index = 0; index < 50; index += 1) {
      const { shortCode } = await a.api.mustCreate({ longUrl: `${longUrl}${index}` });
      expect(await locationAt(b, shortCode)).toBe(`${longUrl}${index}`);
    }
    await a.api.mustCreate({ longUrl, alias: "edited" });
    await untilOneHeard(a, "edited");
    await untilHeard({ changes: 50, heard: 26 }, async (edit) => {
      const [writer, reader] = edit % 2 === 0 ? [a, b] : [b, a];
      await locationAt(reader, "edited");
      const answer = await writer.api.edit("edited", { longUrl: `${longUrl}edit/${edit}` });
      // One that could not be heard says so, and is not promised.
      if (unheardIn(answer) === "") expect(await locationAt(reader, "edited")).toBe(`${longUrl}edit/${edit}`);
      return answer;
    });
    await untilOneHeard(a, "edited");
    await b.api.delete("edited");
    expect(await locationAt(a, "edited")).toBe(410);
  });

  it("give one code to one of them, and one Idempotency-Key one link, however the requests meet", async () => {
    await using server = await startPostgres();
    await using a = await startNode(server);
    await using b = await startNode(server);
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        [a, b].map(({ api }) => api.create({ longUrl, alias: `both${index}` })),
      ).flat(),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(100);
    expect(statuses.filter((status) => status === 409)).toHaveLength(100);
    const key = { "idempotency-key": "one" };
    const bodies = await Promise.all([a, b, a, b].map(async ({ api }) => (await api.create({ longUrl }, key)).body));
    expect(new Set(bodies).size).toBe(1);
  });

  it("are one when one of them is killed between its change and its answer", async () => {
    await using server = await startPostgres();
    await using a = await startNode(server);
    await using b = await startNode(server);
    await a.api.mustCreate({ longUrl, alias: "edited" });
    await locationAt(b, "edited");
    const edited = a.api.edit("edited", { longUrl: `${longUrl}new` }).catch(() => undefined);
    await using session = openSession(server.url);
    await eventually(generousMs, "The commit", async () =>
      (await session.run("SELECT 1 FROM links WHERE code = 'edited' AND version = 2")).length > 0 ? true : undefined,
    );
    await a.program.kill();
    await edited;
    const seen = new Set<string | number>();
    await eventually(generousMs, "The new destination on the other node", async () => {
      const location = await locationAt(b, "edited");
      seen.add(location);
      return location === `${longUrl}new` ? true : undefined;
    });
    expect([longUrl, `${longUrl}new`]).toEqual(expect.arrayContaining([...seen]));
  });
});

describe.skipIf(postgresProgram() === undefined)("a node whose replica lags by 10 s", () => {
  it("follows what was created at once, and nothing that was changed, and reads the replica again afterwards", async () => {
    await using pair = await startPostgresPair();
    const env = { DATABASE_REPLICA_URL: pair.replica.url };
    await using a = await startNode(pair.primary, env);
    await using b = await startNode(pair.primary, env);
    const bulk = await a.api.bulk(Array.from({ length: 1_000 }, (_, index) => ({ longUrl: `${longUrl}${index}` })));
    const { results } = bulk.json() as { results: readonly { readonly link: CreatedLink }[] };
    // Each is asked for once: what is remembered is not asked of a database.
    const cold = results.map(({ link }) => link).values();
    await a.api.mustCreate({ longUrl, alias: "edited" });
    await pair.caughtUp();
    await pair.pause();
    const pausedAtMs = performance.now();
    const { shortCode } = await a.api.mustCreate({ longUrl: `${longUrl}fresh` });
    await a.api.edit("edited", { longUrl: `${longUrl}new` });
    // As long as the lag lasts, on the node that changed it and on the other.
    while (performance.now() - pausedAtMs < 10_000) {
      expect(await locationAt(b, shortCode)).toBe(`${longUrl}fresh`);
      expect(await locationAt(b, "edited")).toBe(`${longUrl}new`);
      const { value: link } = cold.next();
      if (link !== undefined) expect(await locationAt(b, link.shortCode)).toBe(link.longUrl);
      await wait(150);
    }
    await pair.resume();
    await pair.caughtUp();
    const before = await readMetric(b.program, "narrows_postgres_replica_lookups_total");
    await eventually(generousMs, "Reads at the replica", async () => {
      await b.api.follow(cold.next().value?.shortCode ?? "none");
      return (await readMetric(b.program, "narrows_postgres_replica_lookups_total")) > before ? true : undefined;
    });
    expect(await locationAt(b, "edited")).toBe(`${longUrl}new`);
  });

  it("goes on at the primary when the replica is killed", async () => {
    await using pair = await startPostgresPair();
    await using node = await startNode(pair.primary, { DATABASE_REPLICA_URL: pair.replica.url });
    const codes = ["one", "two", "three"];
    for (const alias of codes) await node.api.mustCreate({ longUrl, alias });
    await pair.caughtUp();
    await pair.replica.kill();
    for (const code of codes) expect(await locationAt(node, code)).toBe(longUrl);
  });
});

describe.skipIf(postgresProgram() === undefined)("the schema", () => {
  it.each([
    [false, 0],
    [true, 2],
  ])("of a newer release, breaking: %s, ends an older node's start with %i, or does not", async (isBreaking, code) => {
    await using server = await startPostgres();
    const url = await makeDatabase(server);
    await using first = await startNode({ url });
    await using session = openSession(url);
    await session.run(
      `INSERT INTO schema_migrations (version, is_breaking, name) VALUES (9999, ${isBreaking}, '9999-of-tomorrow.sql')`,
    );
    if (code === 0) {
      await using second = await startNode({ url });
      expect((await second.api.create({ longUrl })).status).toBe(201);
      return;
    }
    const env = { ...sharedDatabase({ url }), DATA_DIR: first.program.dataDir, PORT: "0", ADMIN_KEY: adminKey };
    const { exitCode, stderr } = await runNarrows(["serve"], { env });
    expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/DATABASE_URL.*newer release.*9999-of-tomorrow/)]);
    // Whoever runs already goes on.
    expect((await first.api.create({ longUrl })).status).toBe(201);
  });
});
