import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { clickhouseAddress, startClickHouse, type ClickHouseServer } from "../../services/clickhouse-server.ts";
import { openTemporaryClicks } from "./temporary-clicks.ts";

const root = join(import.meta.dirname, "..", "..", "..");
const statement = readFileSync(join(root, "packages/clicks/src/stores/clickhouse/sql/select-clicks.sql"), "utf8");

/** Of one link, a second after the other. */
const count = 40_000;
const begin = Date.UTC(2026, 5, 10);
const insertClicks = `
  INSERT INTO clicks (id, domain, code, at, class, reason, status, batch)
  SELECT generateUUIDv4(), '', 'a', fromUnixTimestamp64Milli(${begin} + number * 1000, 'UTC'), 'human', 'no-signal', 302, 1
  FROM numbers(${count})`;

/** The statement's parameters in their places. */
function withValues(values: Readonly<Record<string, string>>): string {
  return statement.replaceAll(/\{(\w+):\w+\}/g, (_, name: string) => String(values[name]));
}

describe.skipIf(clickhouseAddress() === undefined)("ClickHouse", () => {
  let server: ClickHouseServer;
  beforeAll(async () => {
    server = await startClickHouse();
  });
  afterAll(() => server[Symbol.asyncDispose]());

  it("reads a page of clicks from its cursor on, without those before it", async () => {
    const store = await openTemporaryClicks(server);
    await store.run(insertClicks);
    const asked = { domain: "''", code: "'a'", from: `${begin}`, to: `${begin + count * 1_000}`, limit: "250" };
    const cursor = {
      afterAt: `${begin + (count - 300) * 1_000}`,
      afterId: "toUUID('00000000-0000-0000-0000-000000000000')",
    };
    const plan = await store.ask<{ explain: string }>(`EXPLAIN indexes = 1 ${withValues({ ...asked, ...cursor })}`);
    const granules = plan
      .map(({ explain }) => /Granules: (\d+)\/(\d+)/.exec(explain))
      .filter((found) => found !== null);
    const [read, all] = granules.at(-1)?.slice(1).map(Number) ?? [];
    expect([read, all]).toEqual([1, expect.any(Number)]);
    expect(granules[0]?.[2]).toBe("5");
    await store.remove();
  });
});
