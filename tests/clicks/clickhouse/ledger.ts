import type { LinkRef } from "@narrows/clicks";
import { expect } from "vitest";
import type { TemporaryClicks } from "./temporary-clicks.ts";

type Ledger = Readonly<Record<"raw" | "ids" | "slots" | "eighths" | "days" | "ever" | "values" | "all", number>>;

/** What each table says of a link's clicks, each of which has a country. */
export async function readLedger({ ask }: TemporaryClicks, { code }: LinkRef): Promise<Ledger> {
  const bucket = (level: string) =>
    `(SELECT sum(clicks) FROM click_buckets WHERE level = '${level}' AND code = '${code}')`;
  const [ledger] = await ask<Ledger>(`SELECT
    (SELECT count() FROM clicks WHERE code = '${code}') AS raw,
    (SELECT uniqExact(id) FROM clicks WHERE code = '${code}') AS ids,
    ${bucket("slot")} AS slots, ${bucket("eighth")} AS eighths, ${bucket("day")} AS days, ${bucket("ever")} AS ever,
    (
      SELECT sum(clicks) FROM click_values WHERE level = 'day' AND code = '${code}' AND dimension = 'country'
    ) AS values,
    (SELECT sum(clicks) FROM click_buckets WHERE level = 'day' AND code = '') AS all`);
  if (ledger === undefined) throw new Error("A SELECT of values has one row.");
  return ledger;
}

/** Every table has each click once, and no other click is anywhere. */
export async function expectOnce(clicks: TemporaryClicks, link: LinkRef, count: number): Promise<void> {
  const each = { raw: count, ids: count, slots: count, eighths: count, days: count, ever: count, values: count };
  expect(await readLedger(clicks, link)).toEqual({ ...each, all: count });
}
