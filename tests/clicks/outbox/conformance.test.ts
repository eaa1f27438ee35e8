import { connectTo, openOutboxLog, openOutboxSource } from "@narrows/clicks/outbox";
import { describeClickLog, type ClickLogDriver } from "@narrows/clicks/testing";
import { afterAll, beforeAll, describe } from "vitest";
import { makeDatabase } from "../../links/postgres/database.ts";
import { openSession } from "../../links/postgres/session.ts";
import { makeTempFolder } from "../../program/temp-folder.ts";
import { postgresProgram, startPostgres, type PostgresServer } from "../../services/postgres-server.ts";
import { patient } from "./patient.ts";

describe.skipIf(postgresProgram() === undefined)("PostgreSQL", () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server[Symbol.asyncDispose]());

  const driver: ClickLogDriver = {
    name: "the outbox",
    async open() {
      const url = await makeDatabase(server);
      const connect = connectTo(url);
      const spool = await makeTempFolder();
      const session = openSession(url);
      return {
        start: async () => ({
          log: await openOutboxLog({ connect, spoolFolder: spool.path, ...patient.log }),
          source: openOutboxSource({ connect, nowMs: Date.now, ...patient.source }),
        }),
        async appendForeign(record) {
          await session.run(
            `INSERT INTO narrows_clicks.outbox (slot, records, oldest_at, body) VALUES (0, 1, 0, '${record}')`,
          );
        },
        async loseOldest() {
          await session.run(
            "DELETE FROM narrows_clicks.outbox WHERE ends_at = (SELECT min(ends_at) FROM narrows_clicks.outbox)",
          );
        },
        async remove() {
          await session[Symbol.asyncDispose]();
          await spool[Symbol.asyncDispose]();
        },
      };
    },
  };
  describeClickLog(driver);
});
