import type { Counts, LinkRef, Span } from "../../click-store.ts";
import type { ClickClass } from "../../click.ts";
import type { Connection, Row } from "../../postgres/connection.ts";
import { arrayText } from "../../postgres/statement.ts";
import { requireRaw } from "../../require-raw.ts";
import { addCounts, isSlotBound, noClicks, VisitorSketch } from "../../rollup/index.ts";
import { bucketFromRow, storedLink } from "./bucket-row.ts";
import { spanParameters } from "./span-parameters.ts";
import { readStatement } from "./statement.ts";

const selectSpan = readStatement("select-span");
const seriesOfLink = readStatement("series-of-link");
const seriesOfAll = readStatement("series-of-all");
const selectRawBefore = readStatement("raw-before");
const holdRawBefore = readStatement("hold-raw-before");

/** Counts between each two neighbours, see `ClickCounts.series`. */
export async function readSeries(
  connection: Connection,
  link: LinkRef | undefined,
  bounds: readonly number[],
): Promise<readonly Counts[]> {
  const [from, to] = [bounds[0], bounds.at(-1)];
  if (from === undefined || to === undefined || bounds.length < 2) return [];
  if (!bounds.every(isSlotBound)) return readRawSeries(connection, link, bounds, { from, to });
  return readCounts(
    connection,
    link,
    bounds.slice(1).map((end, index) => ({ from: bounds[index] ?? end, to: end })),
  );
}

/** From the roll-ups; the spans consist of whole slots. */
export async function readCounts(
  connection: Connection,
  link: LinkRef | undefined,
  spans: readonly Span[],
): Promise<readonly Counts[]> {
  const found = spans.map(() => ({ clicks: noClicks(), visitors: new VisitorSketch() }));
  const { domain, code } = storedLink(link);
  for (const row of await connection.run(selectSpan, { domain, code, ...spanParameters(spans) })) {
    const { place, bucket } = bucketFromRow(row);
    const sum = found[place];
    if (sum === undefined) continue;
    addCounts(sum.clicks, bucket.counts);
    sum.visitors.mergePacked(bucket.visitors);
  }
  return found.map(({ clicks, visitors }) => ({ clicks, visitors: visitors.estimate() }));
}

async function readRawSeries(
  connection: Connection,
  link: LinkRef | undefined,
  bounds: readonly number[],
  span: Span,
): Promise<readonly Counts[]> {
  await lookRaw(connection, span.from);
  const asked = { ...span, bounds: arrayText(bounds) };
  const rows = await (link === undefined
    ? connection.run(seriesOfAll, asked)
    : connection.run(seriesOfLink, { ...asked, domain: link.domain, code: link.code }));
  const found = bounds.slice(1).map(() => ({ clicks: noClicks(), visitors: 0 }));
  for (const [place, clickClass, count, visitors] of rows) {
    // PostgreSQL counts from 1.
    const counts = found[Number(place) - 1];
    if (counts === undefined) continue;
    counts.clicks[clickClass as ClickClass] = Number(count);
    if (clickClass === "human") counts.visitors = Number(visitors);
  }
  return found;
}

/** @throws {ClickError} `SPAN_NOT_RAW` when raw clicks from this instant on are not all there */
async function lookRaw(connection: Connection, from: number): Promise<void> {
  requireRaw(from, rawBeforeIn(await connection.run(selectRawBefore)));
}

/** Raw clicks that are there stay until the end of the transaction. @throws {ClickError} `SPAN_NOT_RAW` */
export async function holdRaw(connection: Connection, from: number): Promise<void> {
  requireRaw(from, rawBeforeIn(await connection.run(holdRawBefore)));
}

function rawBeforeIn([row]: readonly Row[]): number {
  return Number(row?.[0]);
}
