import { describeZoneReports } from "@narrows/clicks/testing";
import { afterAll, beforeAll, describe } from "vitest";
import { postgresProgram, startPostgres, type PostgresServer } from "../../services/postgres-server.ts";
import { postgresDriver } from "./postgres-driver.ts";

describe.skipIf(postgresProgram() === undefined)("PostgreSQL", () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server[Symbol.asyncDispose]());
  describeZoneReports(
    postgresDriver(() => server),
    { clicks: 200_000, batch: 5_000, timeoutMs: 600_000 },
  );
});
