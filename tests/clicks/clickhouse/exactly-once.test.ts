import type { ClickBatch } from "@narrows/clicks";
import { openClickHouseClicks } from "@narrows/clicks/clickhouse";
import { batchOf, newClick, type Clicks } from "@narrows/clicks/testing";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { clickhouseAddress, startClickHouse, type ClickHouseServer } from "../../services/clickhouse-server.ts";
import { expectOnce, readLedger } from "./ledger.ts";
import { openStatementGate, type Cut, type StatementGate } from "./statement-gate.ts";
import { openTemporaryClicks, type TemporaryClicks } from "./temporary-clicks.ts";

const link = { domain: "", code: "hot" };
const partition = "p";

/** The steps of storing a batch, by the table that each writes. */
const steps = [
  "INSERT INTO click_ranges",
  "INSERT INTO click_staged",
  "INSERT INTO click_ids",
  "INSERT INTO clicks ",
  "INSERT INTO click_buckets",
  "INSERT INTO click_values",
  "INSERT INTO click_positions",
] as const;

describe.skipIf(clickhouseAddress() === undefined)("a batch of clicks in ClickHouse", () => {
  let server: ClickHouseServer;
  let temporary: TemporaryClicks;
  let gate: StatementGate;
  /** A writer whose statements pass the gate; `temporary.clicks` is another one, without a gate. */
  let writer: Clicks;

  beforeAll(async () => {
    server = await startClickHouse();
  });
  afterAll(() => server[Symbol.asyncDispose]());
  beforeEach(async () => {
    temporary = await openTemporaryClicks(server);
    gate = await openStatementGate(server.url);
    writer = await openClickHouseClicks({ ...temporary.options, url: gate.url });
  });
  afterEach(async () => {
    await writer.close();
    await gate[Symbol.asyncDispose]();
    await temporary.remove();
  });

  /** Clicks in two months, so that each table gets more than one part. */
  function batch(from: number, count = 40): ClickBatch {
    const start = Date.UTC(2026, 3, 30, 12);
    const sent = Array.from({ length: count }, (_, index) =>
      newClick({ ...link, at: start + ((from + index) * 86_400_000) / count, country: "KR", visitor: null }),
    );
    return batchOf(sent, { partition, from });
  }

  function cutAt(step: string, cut: Cut): void {
    let isDone = false;
    gate.onStatement = (statement) => {
      if (isDone || !isStep(statement, step)) return undefined;
      isDone = true;
      return cut;
    };
  }

  it.each(steps.flatMap((step) => [{ step, cut: "before" } as const, { step, cut: "after" } as const]))(
    "is stored once when its writer is ended $cut $step, and another one goes on",
    async ({ step, cut }) => {
      const first = batch(0);
      cutAt(step, cut);
      await expect(writer.store(first)).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
      const { at, begun } = await temporary.clicks.position(partition);
      const isBegun = !(step === "INSERT INTO click_ranges" && cut === "before");
      const isStored = step === "INSERT INTO click_positions" && cut === "after";
      expect({ at, begun }).toEqual(
        isStored ? { at: 40, begun: undefined } : { at: 0, begun: isBegun ? 40 : undefined },
      );
      await temporary.clicks.store(first);
      await expectOnce(temporary, link, 40);
      await writer.store(batch(40, 10));
      await expectOnce(temporary, link, 50);
    },
  );

  it("is not cut otherwise once it was begun", async () => {
    cutAt("INSERT INTO click_staged", "before");
    await expect(writer.store(batch(0))).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
    await expect(temporary.clicks.store(batch(0, 30))).rejects.toMatchObject({ code: "POSITION_MOVED" });
    await expect(temporary.clicks.store(batch(0, 50))).rejects.toMatchObject({ code: "POSITION_MOVED" });
    await temporary.clicks.store(batch(0));
    await expectOnce(temporary, link, 40);
  });

  it.each(steps)("is stored once when its writer sleeps before %s until all tokens are forgotten", async (step) => {
    const [asleep, wake] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    gate.onStatement = async (statement) => {
      if (!isStep(statement, step)) return undefined;
      asleep.resolve();
      await wake.promise;
      return undefined;
    };
    const first = batch(0);
    const slept = writer.store(first);
    await asleep.promise;
    await temporary.clicks.store(first);
    await temporary.clicks.store(batch(40, 10));
    for (const table of ["clicks", "click_buckets", "click_values", "click_ranges"]) {
      await temporary.run(`ALTER TABLE ${table} MODIFY SETTING non_replicated_deduplication_window = 0`);
    }
    wake.resolve();
    const outcome = await slept.then(
      () => "stored",
      (error: unknown) => (error as { code: string }).code,
    );
    expect(["stored", "POSITION_MOVED"]).toContain(outcome);
    await expectOnce(temporary, link, 50);
    expect(await temporary.clicks.position(partition)).toEqual({ at: 50, begun: undefined });
  });

  it("is stored although the server remembers the token of a part that it lost", async () => {
    const first = batch(0);
    cutAt("INSERT INTO click_buckets", "before");
    await expect(writer.store(first)).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
    const [range] = await temporary.ask<{ batch: string }>("SELECT toString(batch) AS batch FROM click_ranges");
    const lost = `INSERT INTO click_buckets (level, domain, code, bucket, class, clicks)
      SELECT 'slot', '', 'lost', toDateTime('2026-04-30 12:00:00', 'UTC'), 'human', 1
      SETTINGS async_insert = 0, insert_deduplication_token = '${range?.batch} 0'`;
    await temporary.run(lost);
    gate.onStatement = () => undefined;
    await writer.store(first);
    await expectOnce(temporary, link, 40);
  });

  it.each(["click_buckets", "click_values"])(
    "is counted once in a part of %s that another writer has put there meanwhile, whatever is left out beside it",
    async (table) => {
      const first = batch(0);
      cutAt("INSERT INTO click_positions", "before");
      await expect(writer.store(first)).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
      // As if the days had come in after the statement looked for what is there, and the slots before.
      const daysMarks = `level = 'day' AND startsWith(code, '#')`;
      await temporary.run(`CREATE TABLE marks AS ${table}`);
      await temporary.run(`INSERT INTO marks SELECT * FROM ${table} WHERE ${daysMarks}`);
      await temporary.run(`DELETE FROM ${table} WHERE ${daysMarks}`);
      gate.onStatement = async (statement) => {
        if (!isStep(statement, "INSERT INTO click_positions")) return undefined;
        await temporary.run(`INSERT INTO ${table} SELECT * FROM marks SETTINGS insert_deduplicate = 0`);
        return undefined;
      };
      await writer.store(first);
      await expectOnce(temporary, link, 40);
    },
  );

  it("is doubled when the server takes tokens for nothing", async () => {
    const slots = async () => (await readLedger(temporary, { domain: "", code: "retried" })).slots;
    const insert = (settings: string) =>
      temporary.run(`INSERT INTO click_buckets (level, domain, code, bucket, class, clicks)
        SELECT 'slot', '', 'retried', toDateTime('2026-04-30 12:00:00', 'UTC'), 'human', 5
        SETTINGS async_insert = 0, insert_deduplication_token = 'range', ${settings}`);
    await insert("insert_deduplicate = 1");
    await insert("insert_deduplicate = 1");
    expect(await slots()).toBe(5);
    await insert("insert_deduplicate = 0, deduplicate_insert = 'disable', deduplicate_insert_select = 'disable'");
    expect(await slots()).toBe(10);
  });
});

function isStep(statement: string, step: string): boolean {
  return statement.replaceAll("`", "").replaceAll(/\s+/g, " ").includes(step);
}
