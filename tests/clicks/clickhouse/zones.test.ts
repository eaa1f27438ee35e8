import { describeZoneReports } from "@narrows/clicks/testing";
import { afterAll, beforeAll, describe } from "vitest";
import { clickhouseAddress, startClickHouse, type ClickHouseServer } from "../../services/clickhouse-server.ts";
import { clickhouseDriver } from "./clickhouse-driver.ts";

describe.skipIf(clickhouseAddress() === undefined)("ClickHouse", () => {
  let server: ClickHouseServer;
  beforeAll(async () => {
    server = await startClickHouse();
  });
  afterAll(() => server[Symbol.asyncDispose]());

  describeZoneReports(
    clickhouseDriver(() => server),
    { clicks: 200_000, batch: 20_000, timeoutMs: 600_000 },
  );
});
