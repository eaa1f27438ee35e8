import { openClickHouseClicks } from "@narrows/clicks/clickhouse";
import { batchOf, newClick, totalOf } from "@narrows/clicks/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { clickhouseAddress, startClickHouse, type ClickHouseServer } from "../../services/clickhouse-server.ts";
import { openTemporaryClicks, type TemporaryClicks } from "./temporary-clicks.ts";

describe.skipIf(clickhouseAddress() === undefined)("the tables of clicks in ClickHouse", () => {
  let server: ClickHouseServer;
  let temporary: TemporaryClicks;
  beforeAll(async () => {
    server = await startClickHouse();
    temporary = await openTemporaryClicks(server);
  });
  afterAll(async () => {
    await temporary.remove();
    await server[Symbol.asyncDispose]();
  });

  it("are made once by processes that start at the same time", async () => {
    const database = `${temporary.options.database}_many`;
    const open = () => openClickHouseClicks({ url: server.url, database });
    const stores = await Promise.all([open(), open(), open()]);
    const link = { domain: "", code: "first" };
    await stores[0].store(batchOf([newClick({ ...link, at: Date.UTC(2026, 3, 5) })]));
    expect(await totalOf(stores[2], link)).toMatchObject({ clicks: 1 });
    for (const store of stores) await store.close();
    await temporary.run(`DROP DATABASE ${database}`);
  });

  it("may be made again, as after an end between two of them", async () => {
    await temporary.run("TRUNCATE TABLE click_migrations");
    const again = await temporary.openAgain();
    await again.close();
    expect(await temporary.ask("SELECT version, name FROM click_migrations FINAL ORDER BY version")).toEqual([
      { version: 1, name: "0001-clicks.sql" },
      { version: 2, name: "0002-partitions.sql" },
      { version: 3, name: "0003-staged-texts.sql" },
      { version: 4, name: "0004-told.sql" },
      { version: 5, name: "0005-folded.sql" },
    ]);
  });

  it("are refused when a newer release has changed them", async () => {
    await temporary.run("INSERT INTO click_migrations (version, name) VALUES (99, '0099-later.sql')");
    await expect(temporary.openAgain()).rejects.toMatchObject({ code: "STORE_NEWER" });
    await temporary.run("DELETE FROM click_migrations WHERE version = 99");
  });

  it("keep the visitors of a bucket in 4 KiB at most", async () => {
    const states = await temporary.ask<{ bytes: number }>(
      "SELECT length(toString(uniqCombined64State(12)(toFixedString(hex(number), 16)))) AS bytes FROM numbers(1000000)",
    );
    expect(states[0]?.bytes).toBeLessThanOrEqual(4_096);
  });

  it("get a batch of many rows as one part in each partition", async () => {
    const start = Date.UTC(2026, 5, 1);
    const sent = Array.from({ length: 30_000 }, (_, index) =>
      newClick({ domain: "", code: `c${index}`, at: start + index * 1_000, country: "KR", browser: `b${index}` }),
    );
    await temporary.run("SYSTEM STOP MERGES");
    try {
      await temporary.clicks.store(batchOf(sent, { partition: "large" }));
      const parts = await temporary.ask(
        `SELECT table, partition_id AS id, count() AS parts FROM system.parts
        WHERE database = currentDatabase() AND active AND endsWith(partition_id, '202606') GROUP BY table, id HAVING parts > 1`,
      );
      expect(parts).toEqual([]);
    } finally {
      await temporary.run("SYSTEM START MERGES");
    }
  });
});
