import { createCommand, sampleLink } from "@narrows/links/testing";
import { describe, expect, it } from "vitest";
import { postgresProgram } from "../../services/postgres-server.ts";
import { startDatabase } from "./open-database.ts";

describe.skipIf(postgresProgram() === undefined)("lookups in PostgreSQL", () => {
  it("go out as one query for each turn of the event loop", async () => {
    await using at = await startDatabase();
    const links = Array.from({ length: 100 }, () => sampleLink());
    await Promise.all(links.map((link) => at.links.create(createCommand(link))));
    const before = at.database.stats().lookups;
    const found = await Promise.all(links.map(async (link) => at.links.findTarget(link)));
    expect(found.every((target) => target?.destination === links[0]?.destination)).toBe(true);
    expect(at.database.stats().lookups.queries - before.queries).toBe(1);
    expect(at.database.stats().lookups.lookups - before.lookups).toBe(100);
  });

  it("are 20 or more to a query when 100 clients ask one after the other", async () => {
    await using at = await startDatabase();
    const links = Array.from({ length: 200 }, () => sampleLink());
    await Promise.all(links.map((link) => at.links.create(createCommand(link))));
    let asked = 0;
    const client = async (): Promise<void> => {
      for (; asked < 10_000; asked += 1) await at.links.findTarget(links[asked % links.length] ?? sampleLink());
    };
    await Promise.all(Array.from({ length: 100 }, client));
    const { lookups, queries } = at.database.stats().lookups;
    expect(lookups / queries).toBeGreaterThan(20);
  });

  it("of one link in one turn are one, and a later one is asked anew", async () => {
    await using at = await startDatabase();
    const link = sampleLink();
    await at.links.create(createCommand(link));
    await Promise.all(Array.from({ length: 50 }, async () => at.links.findTarget(link)));
    expect(at.database.stats().lookups).toMatchObject({ queries: 1, lookups: 1 });
    await at.links.findTarget(link);
    expect(at.database.stats().lookups).toMatchObject({ queries: 2, lookups: 2 });
  });

  it("find each link under its own domain, in one query", async () => {
    await using at = await startDatabase();
    const domains = ["", "sho.example", "go.example"];
    const links = domains.map((domain) =>
      sampleLink({ domain, code: "same", kind: "alias", destination: `https://example.com/${domain}` }),
    );
    for (const link of links) await at.links.create(createCommand(link));
    const keys = [...links, { domain: "none.example", code: "same" }, { domain: "", code: "none" }];
    const found = await Promise.all(keys.map(async (key) => at.links.findTarget(key)));
    expect(found.map((target) => target?.destination)).toEqual([
      ...links.map(({ destination }) => destination),
      undefined,
      undefined,
    ]);
    expect(at.database.stats().lookups.queries).toBe(1);
  });

  it("that are too many to wait are refused", async () => {
    await using at = await startDatabase({ queueLimit: 10 });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 15 }, async (_, index) => at.links.findTarget({ domain: "", code: `c${index}` })),
    );
    const refused = outcomes.filter((outcome) => outcome.status === "rejected");
    expect(refused).toHaveLength(5);
    expect(refused[0]?.reason).toMatchObject({ code: "STORE_OVERLOADED" });
    expect(await at.links.findTarget({ domain: "", code: "c1" })).toBeUndefined();
  });
});
