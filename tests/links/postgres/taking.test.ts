import { openPostgres } from "@narrows/links/postgres";
import { expect, it } from "vitest";
import { postgresProgram, startPostgres } from "../../services/postgres-server.ts";
import { startDatabase } from "./open-database.ts";
import { startResetProxy } from "./reset-proxy.ts";
import { openSession } from "./session.ts";

const maxConnections = 6;

it.skipIf(postgresProgram() === undefined)(
  "a node that starts takes its connections one after the other, so that the first refusal is the last",
  async () => {
    const settings = { max_connections: maxConnections, superuser_reserved_connections: 0, max_wal_senders: 0 };
    await using server = await startPostgres({ settings });
    await using proxy = await startResetProxy(server.url);
    const sessions = Array.from({ length: maxConnections - 1 }, () => openSession(server.url));
    await Promise.all(sessions.map((session) => session.run("SELECT 1")));
    const opening = openPostgres({ url: proxy.url, takesConnections: true });
    await expect(opening).rejects.toMatchObject({ code: "STORE_OVERLOADED" });
    // For the schema, one that is had, unless the server has not freed the first yet, and one that is refused.
    expect(proxy.accepted).toBeLessThanOrEqual(3);
    await Promise.all(sessions.map((session) => session[Symbol.asyncDispose]()));
  },
);

it.skipIf(postgresProgram() === undefined)("a program that takes none opens those that it needs", async () => {
  await using at = await startDatabase();
  const open = () => Object.entries(at.database.stats().primary.pools).filter(([, { connections }]) => connections > 0);
  expect(open()).toEqual([]);
  await at.database.keys.list();
  expect(open()).toMatchObject([["reads", { connections: 1 }]]);
});
