import { describeClickStore } from "@narrows/clicks/testing";
import { afterAll, beforeAll, describe } from "vitest";
import { postgresProgram, startPostgres, type PostgresServer } from "../../services/postgres-server.ts";
import { postgresDriver } from "./postgres-driver.ts";

describe.skipIf(postgresProgram() === undefined)("PostgreSQL", () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server[Symbol.asyncDispose]());
  describeClickStore(postgresDriver(() => server));
});
