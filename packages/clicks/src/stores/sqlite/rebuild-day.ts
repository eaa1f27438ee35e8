import type { DatabaseSync } from "node:sqlite";
import type { Click } from "../../click.ts";
import { requireRaw } from "../../require-raw.ts";
import { bucketLevels, levelMinutes, levelMs, slotMs } from "../../rollup/index.ts";
import { unpackClick, type ClickRow } from "./raw-click.ts";
import { prepare } from "./sql.ts";
import type { AddToBuckets } from "./write-buckets.ts";

/** Clicks in memory at a time. */
const clicksAtOnce = 10_000;

/** Makes the buckets of one UTC day anew, within a transaction of the caller's. @throws {ClickError} `SPAN_NOT_RAW` */
export function prepareRebuild(database: DatabaseSync, addToBuckets: AddToBuckets): (day: number) => void {
  const rawBefore = prepare(database, "select-raw-before");
  const addHumans = prepare(database, "add-humans-of-span");
  const remove = prepare(database, "remove-buckets-of-span");
  const select = prepare(database, "select-clicks-by-link");
  return (day) => {
    requireRaw(day, Number(rawBefore.get()?.["raw_before"]));
    const end = day + levelMs("day");
    const slots = [day / slotMs, end / slotMs] as const;
    addHumans.run(levelMinutes.day, ...slots, -1);
    for (const level of bucketLevels) remove.run(levelMinutes[level], ...slots);
    for (const clicks of piecesOf(select.iterate(day, end))) addToBuckets(clicks);
    addHumans.run(levelMinutes.day, ...slots, 1);
  };
}

function* piecesOf(rows: Iterable<ClickRow>): Generator<readonly Click[]> {
  let piece: Click[] = [];
  for (const row of rows) {
    piece.push(unpackClick(row, { domain: String(row["domain"]), code: String(row["code"]) }));
    if (piece.length < clicksAtOnce) continue;
    yield piece;
    piece = [];
  }
  yield piece;
}
