import { migratePostgres } from "@narrows/links/postgres";
import { describe, expect, it } from "vitest";
import { openSession } from "../links/postgres/session.ts";
import { eventually } from "../program/deadline.ts";
import { postgresProgram, startPostgres } from "../services/postgres-server.ts";
import { leaseOf, linksPerNode, makeLinks } from "./many-nodes/make-links.ts";
import { startTogether, superviseTogether } from "./many-nodes/start-together.ts";
import { generousMs, isReady, type Node } from "./postgres/node.ts";

const longUrl = "https://example.com/";
const testTimeoutMs = 600_000;

/** What a supervisor starts again, unlike an end with 2. */
const refusedForNow = /^The program ended with 1 .*"code":"STORE_/s;

describe.skipIf(postgresProgram() === undefined)("50 nodes that start in one instant on an empty PostgreSQL", () => {
  const count = 50;

  it("make one schema, hold 50 leases, give out no code twice, and end", { timeout: testTimeoutMs }, async () => {
    // A node opens 12 connections at most.
    await using server = await startPostgres({ settings: { max_connections: 12 * count + 20 } });
    await using session = openSession(server.url);
    await using nodes = await superviseTogether(server, count);
    // So many on few cores: a start that the database answers too late says so, and its supervisor tries again.
    for (const refusal of nodes.refused) expect(refusal).toMatch(refusedForNow);
    await Promise.all(nodes.started.map(untilReady));
    const [schema] = await session.run("SELECT count(*)::int, min(version), max(version) FROM schema_migrations");
    const { steps, to } = await migratePostgres({ url: server.url });
    expect([steps, schema]).toEqual([[], [to, 1, to]]);

    const made = await Promise.all(nodes.started.map(makeLinks));
    const codes = made.flat();
    expect([codes.length, new Set(codes).size]).toEqual([count * linksPerNode, count * linksPerNode]);
    const leases = made.map((ofNode) => [...new Set(ofNode.map(leaseOf))]).flat();
    expect(leases.length).toBeGreaterThanOrEqual(count);
    expect(new Set(leases).size).toBe(leases.length);
    // Each is followed at another node than its own.
    const followed = nodes.started.map(({ api }, index) => api.follow(made[(index + 1) % count]?.[0] ?? "none"));
    expect(new Set((await Promise.all(followed)).map(({ locations }) => locations[0]))).toEqual(new Set([longUrl]));
    await Promise.all(nodes.started.map(({ program }) => program.stop()));
  });
});

describe.skipIf(postgresProgram() === undefined)(
  "15 nodes that start in one instant where there are connections for 5",
  () => {
    // Of the twelve that a node may open, five are those that it is not ready without. The last three are too few for one more.
    const settings = { max_connections: 5 * 5 + 3, superuser_reserved_connections: 0, reserved_connections: 0 };

    it("are ready and work, or are refused and run once others have ended", { timeout: testTimeoutMs }, async () => {
      await using server = await startPostgres({ settings });
      await using nodes = await startTogether(server, 15);
      expect(nodes.refused.length).toBeGreaterThanOrEqual(10);
      for (const refusal of nodes.refused) expect(refusal).toMatch(refusedForNow);
      const mend = /^The program ended with 1 .*raise its max_connections or run fewer nodes.*"STORE_OVERLOADED"/s;
      expect(nodes.refused).toContainEqual(expect.stringMatching(mend));
      expect(nodes.started.length).toBeGreaterThan(0);
      await Promise.all(nodes.started.map(untilReady));
      const before = (await Promise.all(nodes.started.map(makeLinks))).flat();
      await Promise.all(nodes.started.map(({ program }) => program.stop()));

      await using later = await superviseTogether(server, 2);
      await Promise.all(later.started.map(untilReady));
      const after = (await Promise.all(later.started.map(makeLinks))).flat();
      expect(new Set([...before, ...after]).size).toBe((nodes.started.length + 2) * linksPerNode);
      const [node] = later.started;
      const followed = await Promise.all(before.map(async (code) => (await node?.api.follow(code))?.locations[0]));
      expect(new Set(followed)).toEqual(new Set([longUrl]));
    });
  },
);

function untilReady(node: Node): Promise<true> {
  return eventually(generousMs, "A node's readiness", async () => ((await isReady(node)) ? true : undefined));
}
