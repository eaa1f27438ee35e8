import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import type { Session } from "../../links/postgres/session.ts";
import { postgresProgram } from "../../services/postgres-server.ts";
import { startOutbox, type Outbox } from "./start-outbox.ts";

const rows = 20_000;
/** Of each row; 5 to 15, and 10 on average. */
const records = "5 + g % 11";
const allRecords = Array.from({ length: rows }, (_, index) => 5 + ((index + 1) % 11)).reduce(
  (sum, one) => sum + one,
  0,
);

/** The outbox after a long absence of its reader, and a session that counts what is read. */
async function fallBehind(outbox: Outbox): Promise<Session> {
  const session = outbox.openSession();
  await session.run(
    `INSERT INTO narrows_clicks.outbox (slot, records, oldest_at, body)
     SELECT g / 7000, ${records}, 1000 + g, repeat(E'\\n', ${records} - 1) FROM generate_series(1, ${rows}) AS g`,
  );
  // As the service has it.
  await session.run("SET enable_seqscan = off");
  await session.run("SET enable_bitmapscan = off");
  return session;
}

/** How many rows of the outbox a statement looks at. */
async function rowsReadBy(session: Session, sql: string): Promise<number> {
  await session.run("BEGIN");
  await session.run(sql);
  const read = await session.run(
    "SELECT sum(seq_tup_read + idx_tup_fetch)::integer FROM pg_stat_xact_user_tables WHERE relname LIKE 'outbox_%'",
  );
  await session.run("COMMIT");
  return Number(read[0]?.[0]);
}

describe.skipIf(postgresProgram() === undefined)("an outbox that nobody has read for long", () => {
  it("tells about how much there is by reading little of it", async () => {
    await using outbox = await startOutbox({ lookMs: 3_600_000 });
    await using session = await fallBehind(outbox);
    const { records: found, oldestAt } = await outbox.source.backlog();
    expect([oldestAt, found / allRecords]).toEqual([1_001, expect.closeTo(1, 2)]);
    expect(await rowsReadBy(session, await backlogSql())).toBeLessThan(3_000);
  });

  it("tells exactly how much there is where that is little", async () => {
    await using outbox = await startOutbox({ lookMs: 3_600_000 });
    await using session = outbox.openSession();
    await session.run(
      `INSERT INTO narrows_clicks.outbox (slot, records, oldest_at, body)
       SELECT 0, ${records}, 1000 + g, repeat(E'\\n', ${records} - 1) FROM generate_series(1, 999) AS g WHERE g % 3 <> 0`,
    );
    const exact = await session.run("SELECT sum(records)::integer FROM narrows_clicks.outbox");
    expect(await outbox.source.backlog()).toEqual({ records: exact[0]?.[0], oldestAt: 1_001 });
  });

  it("gives places by reading no more than what gets them, the lowest ids first", async () => {
    await using outbox = await startOutbox({ lookMs: 3_600_000 });
    await using session = await fallBehind(outbox);
    for (let placed = 100; placed <= 300; placed += 100) {
      expect(await rowsReadBy(session, "SELECT narrows_clicks.place_outbox(100)")).toBeLessThan(2_000);
      const places = await session.run(
        "SELECT count(*)::integer, max(id) - min(id) + 1 FROM narrows_clicks.outbox WHERE ends_at IS NOT NULL",
      );
      expect(places.map((row) => row.map(Number))).toEqual([[placed, placed]]);
    }
  });

  it("has creates refused before its budget is used up, and its clicks go into the spool", async () => {
    await using outbox = await startOutbox({ lookMs: 3_600_000 });
    await (await fallBehind(outbox))[Symbol.asyncDispose]();
    const log = await outbox.openLog({
      maxRecords: Math.round(allRecords / 0.95),
      spoolFolder: `${outbox.spool.path}/other`,
    });
    expect([log.pressure(), log.stats().target]).toEqual(["refuse", "outbox"]);
    await log.close();
    const full = await outbox.openLog({
      maxRecords: Math.round(allRecords / 1.05),
      spoolFolder: `${outbox.spool.path}/full`,
    });
    expect([full.pressure(), full.stats().target]).toEqual(["refuse", "spool"]);
    await full.close();
  });
});

function backlogSql(): Promise<string> {
  return readFile(new URL("sql/backlog.sql", import.meta.resolve("@narrows/clicks/outbox")), "utf8");
}
