import { openClickHouseClicks } from "@narrows/clicks/clickhouse";
import { batchOf, newClick, totalOf } from "@narrows/clicks/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findFreePort } from "../../program/free-port.ts";
import {
  clickhouseAddress,
  startClickHouse,
  type ClickHouseProcess,
  type ClickHouseServer,
} from "../../services/clickhouse-server.ts";
import { expectOnce } from "./ledger.ts";
import { openStatementGate } from "./statement-gate.ts";
import { openTemporaryClicks, type TemporaryClicks } from "./temporary-clicks.ts";

const link = { domain: "", code: "hot" };
const partition = "p";
const address = clickhouseAddress();
/** A server of somebody else is not to be killed. */
const isOurs = address !== undefined && !URL.canParse(address);

function batch(from: number, count: number) {
  const at = Date.UTC(2026, 3, 5);
  const sent = Array.from({ length: count }, (_, index) => newClick({ ...link, at: at + from + index, country: "KR" }));
  return batchOf(sent, { partition, from });
}

describe.skipIf(!isOurs)("the ClickHouse click store", () => {
  let server: ClickHouseServer;
  let temporary: TemporaryClicks;
  const engine = (): ClickHouseProcess => {
    if (server.process === undefined) throw new Error("It is a process of the tests here.");
    return server.process;
  };

  beforeEach(async () => {
    server = await startClickHouse();
    temporary = await openTemporaryClicks(server);
  });
  afterEach(async () => {
    await temporary.remove();
    await server[Symbol.asyncDispose]();
  });

  it.each(
    ["INSERT INTO clicks ", "INSERT INTO click_buckets", "INSERT INTO click_positions"].flatMap((step) => [
      { step, delayMs: 0 },
      { step, delayMs: 5 },
      { step, delayMs: 50 },
    ]),
  )("loses and doubles nothing when ClickHouse is killed $delayMs ms after $step", async ({ step, delayMs }) => {
    await temporary.clicks.store(batch(0, 10));
    await using gate = await openStatementGate(server.url);
    const writer = await openClickHouseClicks({ ...temporary.options, url: gate.url });
    const killed = Promise.withResolvers<void>();
    const kill = () => void setTimeout(() => void engine().kill().then(killed.resolve, killed.reject), delayMs);
    gate.onStatement = (statement) => (statement.replaceAll(/\s+/g, " ").includes(step) ? kill : undefined);
    const second = batch(10, 20);
    // Stored already when the machine is fast, and else not: both is right.
    await writer.store(second).catch((error: unknown) => expect(error).toMatchObject({ code: "STORE_UNAVAILABLE" }));
    await killed.promise;
    await expect(temporary.clicks.position(partition)).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
    await engine().restart();
    gate.onStatement = () => undefined;
    const { at, begun } = await temporary.clicks.position(partition);
    expect([at, begun]).toEqual(at === 30 ? [30, undefined] : [10, 30]);
    await writer.store(second);
    await expectOnce(temporary, link, 30);
    await writer.close();
  });

  it("gives up in time when ClickHouse hangs, and goes on when it is back", async () => {
    await temporary.clicks.store(batch(0, 10));
    const impatient = await openClickHouseClicks({
      ...temporary.options,
      readDeadlineMs: 3_000,
      writeDeadlineMs: 3_000,
    });
    engine().signal("SIGSTOP");
    const second = batch(10, 20);
    try {
      await expect(impatient.store(second)).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
      await expect(totalOf(impatient, link)).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
    } finally {
      engine().signal("SIGCONT");
    }
    await temporary.clicks.store(second);
    await expectOnce(temporary, link, 30);
    await impatient.close();
  });
});

describe("a ClickHouse that is not there", () => {
  it("is said at the start", async () => {
    const url = `http://127.0.0.1:${await findFreePort()}`;
    await expect(openClickHouseClicks({ url })).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
  });
});
