import { describe, expect, it } from "vitest";
import { StoreError } from "../src/store-error.ts";
import { ClickSpends } from "../src/stores/postgres/click-spends.ts";
import type { Connection, Rows } from "../src/stores/postgres/connection.ts";
import type { Pool } from "../src/stores/postgres/pool.ts";
import { ConnectionLost } from "../src/stores/postgres/postgres-error.ts";

const one = { key: { domain: "", code: "one" }, version: 1 };
const two = { key: { domain: "", code: "two" }, version: 3 };

/** A row of `spend-clicks.sql`: a link of five clicks in this version, of which so many were granted now. */
function row(number: number, granted: number | null, version: number) {
  return [number, granted, "https://example.com/", 8, null, false, false, version, 5, version];
}

function start(queueLimit = 100) {
  const asked: Readonly<Record<string, unknown>>[] = [];
  const answers: PromiseWithResolvers<Rows>[] = [];
  const connection: Pick<Connection, "run"> = {
    run(_statement, parameters = {}) {
      asked.push(parameters);
      const answer = Promise.withResolvers<Rows>();
      answers.push(answer);
      return answer.promise;
    },
  };
  const pool: Pick<Pool, "use" | "refusal"> = {
    use: (work) => work(connection as Connection),
    refusal: () => undefined,
  };
  const spends = new ClickSpends({ pool, batchLimit: 10, queueLimit });
  const answer = (rows: readonly (readonly unknown[])[]) =>
    answers.shift()?.resolve(Object.assign(rows, { count: 0 }) as Rows);
  const fail = (error: unknown) => answers.shift()?.reject(error);
  return { spends, asked, answer, fail };
}

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

describe("the clicks that wait for PostgreSQL", () => {
  it("go out together, those of one link as one row, and each gets what is left for it", async () => {
    const { spends, asked, answer } = start();
    const clicks = [one, two, one, one].map((request) => spends.spend(request));
    await nextTurn();
    expect(asked).toEqual([{ domains: '{"",""}', codes: '{"one","two"}', versions: "{1,3}", counts: "{3,1}" }]);
    answer([row(1, 2, 1), row(2, null, 3)]);
    expect((await Promise.all(clicks)).map(({ kind }) => kind)).toEqual(["spent", "used-up", "spent", "used-up"]);
  });

  it("wait for the statement that is under way, and learn what a link is by then", async () => {
    const { spends, asked, answer } = start();
    const first = spends.spend(one);
    await nextTurn();
    const later = [spends.spend(one), spends.spend(two)];
    await nextTurn();
    expect(asked).toHaveLength(1);
    answer([row(1, 1, 1)]);
    expect(await first).toEqual({ kind: "spent" });
    await nextTurn();
    expect(asked).toHaveLength(2);
    answer([row(1, null, 2)]);
    expect(await Promise.all(later)).toMatchObject([
      { kind: "changed", target: { version: 2, maxClicks: 5, enabled: true } },
      { kind: "changed", target: undefined },
    ]);
    await spends.drain();
  });

  it("have an unknown outcome when no answer comes, and those behind them go on", async () => {
    const { spends, fail, answer } = start();
    const lost = spends.spend(one);
    await nextTurn();
    const next = spends.spend(one);
    fail(new ConnectionLost("no answer"));
    await expect(lost).rejects.toMatchObject({ code: "STORE_OUTCOME_UNKNOWN" });
    await nextTurn();
    answer([row(1, 1, 1)]);
    expect(await next).toEqual({ kind: "spent" });
  });

  it("are refused when too many wait, and counted", async () => {
    const { spends } = start(2);
    const waiting = [spends.spend(one), spends.spend(two)];
    await expect(spends.spend(one)).rejects.toMatchObject({ code: "STORE_OVERLOADED" });
    expect(spends.stats()).toMatchObject({ waiting: 2, overloaded: 1 });
    spends.refuseAll(new StoreError("STORE_UNAVAILABLE", "gone"));
    for (const click of waiting) await expect(click).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
    expect(spends.stats()).toMatchObject({ waiting: 0 });
  });

  it("keep nobody who ends from it when they are refused before they went out", async () => {
    const { spends } = start();
    const click = spends.spend(one);
    const drained = spends.drain();
    spends.refuseAll(new StoreError("STORE_UNAVAILABLE", "gone"));
    await expect(click).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
    await drained;
  });
});
