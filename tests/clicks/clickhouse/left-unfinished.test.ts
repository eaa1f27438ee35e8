import { openClickHouseClicks } from "@narrows/clicks/clickhouse";
import { batchOf, newClick, type Clicks } from "@narrows/clicks/testing";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { clickhouseAddress, startClickHouse, type ClickHouseServer } from "../../services/clickhouse-server.ts";
import { expectOnce } from "./ledger.ts";
import { openStatementGate, type StatementGate } from "./statement-gate.ts";
import { openTemporaryClicks, type TemporaryClicks } from "./temporary-clicks.ts";

const link = { domain: "", code: "hot" };
const partition = "p";
const day = 86_400_000;
const start = Date.UTC(2026, 3, 29);
/** Without the first day; the third one is in another month. */
const span = { from: start + day, to: start + 3 * day };

/** Clicks in two months, so that each table gets more than one part. */
function batch(from: number, count: number) {
  const sent = Array.from({ length: count }, (_, index) =>
    newClick({ ...link, at: start + (index * 3 * day) / count, country: "KR" }),
  );
  return batchOf(sent, { partition, from });
}

const steps = [
  "INSERT INTO click_staged",
  "INSERT INTO click_ids",
  "INSERT INTO clicks ",
  "INSERT INTO click_buckets ",
  "INSERT INTO click_values ",
  "INSERT INTO click_positions",
] as const;

describe.skipIf(clickhouseAddress() === undefined)("a batch that was left unfinished for more than a day", () => {
  let server: ClickHouseServer;
  let temporary: TemporaryClicks;
  let gate: StatementGate;
  let writer: Clicks;

  beforeAll(async () => {
    server = await startClickHouse();
  });
  afterAll(() => server[Symbol.asyncDispose]());
  beforeEach(async () => {
    temporary = await openTemporaryClicks(server);
    gate = await openStatementGate(server.url);
    writer = await openClickHouseClicks({ ...temporary.options, url: gate.url });
    await temporary.clicks.store(batch(0, 10));
  });
  afterEach(async () => {
    await writer.close();
    await gate[Symbol.asyncDispose]();
    await temporary.remove();
  });

  const letADayPass = () =>
    temporary.run(
      "ALTER TABLE click_ranges UPDATE seen_at = seen_at - INTERVAL 25 HOUR WHERE 1 SETTINGS mutations_sync = 1",
    );

  it.each(steps)("stops neither rebuild nor removal, and is stored once later: ended at %s", async (step) => {
    gate.onStatement = (statement) => (isStep(statement, step) ? "before" : undefined);
    const second = batch(10, 20);
    await expect(writer.store(second)).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
    await letADayPass();
    await temporary.clicks.rebuild(span);
    await temporary.clicks.forget({ rawBefore: start, slotsBefore: undefined });
    gate.onStatement = () => undefined;
    await writer.store(second);
    await expectOnce(temporary, link, 30);
    await temporary.clicks.rebuild(span);
    await expectOnce(temporary, link, 30);
  });

  it.each(steps)("gets nothing from a writer that slept before %s while it is made anew", async (step) => {
    const [asleep, wake] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    gate.onStatement = async (statement) => {
      if (!isStep(statement, step)) return undefined;
      asleep.resolve();
      await wake.promise;
      return undefined;
    };
    const second = batch(10, 20);
    const slept = writer.store(second).catch((error: unknown) => error);
    await asleep.promise;
    await letADayPass();
    await temporary.run(
      `INSERT INTO click_holds (holder, until) SELECT 'test', toUnixTimestamp64Milli(now64(3)) + 60000`,
    );
    wake.resolve();
    await slept;
    const before = await temporary.clicks.position(partition);
    await expect(temporary.clicks.store(second)).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
    expect(before).toEqual({ at: 10, begun: 30 });
    await temporary.run(
      `INSERT INTO click_holds (holder, until, released) SELECT 'test', toUnixTimestamp64Milli(now64(3)), 1`,
    );
    await temporary.clicks.store(second);
    await expectOnce(temporary, link, 30);
  });
});

describe.skipIf(clickhouseAddress() === undefined)("dead letters in ClickHouse", () => {
  it("go with the raw clicks of their time", async () => {
    await using server = await startClickHouse();
    const { clicks, remove } = await openTemporaryClicks(server);
    const letter = { partition, batchTo: 2, record: "?", fault: "It is no click." };
    const dead = [start - 1, start].map((foundAt, index) => ({ ...letter, index, foundAt }));
    await clicks.store({ partition, from: 0, to: 2, clicks: [], dead });
    await clicks.forget({ rawBefore: start, slotsBefore: undefined });
    expect((await clicks.deadLetters(10)).map(({ foundAt }) => foundAt)).toEqual([start]);
    await remove();
  });
});

function isStep(statement: string, step: string): boolean {
  return statement.replaceAll("`", "").replaceAll(/\s+/g, " ").includes(step);
}
