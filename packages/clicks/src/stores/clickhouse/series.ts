import type { Counts, LinkRef } from "../../click-store.ts";
import { clickClasses, type ClickClass } from "../../click.ts";
import { requireRaw } from "../../require-raw.ts";
import { isSlotBound } from "../../rollup/index.ts";
import { lastInstant } from "./click-row.ts";
import type { Connection } from "./connection.ts";
import { readRawBefore } from "./limits.ts";
import { planParameters, seconds } from "./plan-parameters.ts";
import { readStatement } from "./statement.ts";

const selectSeries = readStatement("select-series");
const selectRawSeries = readStatement("select-raw-series");

type CountRow = {
  readonly start: number;
  readonly class: ClickClass;
  readonly clicks: number;
  readonly visitors: number;
};

export async function readSeries(
  connection: Connection,
  link: LinkRef | undefined,
  bounds: readonly number[],
): Promise<readonly Counts[]> {
  if (bounds.length < 2) return [];
  const rolledUp = bounds.every(isSlotBound);
  const rows = rolledUp ? await ofRollUps(connection, link, bounds) : await ofRaw(connection, link, bounds);
  const unit = rolledUp ? seconds : Number;
  const byStart = Map.groupBy(rows, ({ start }) => start);
  return bounds.slice(1).map((to, index) => {
    const from = bounds[index] ?? to;
    // A part without length may begin where another one does.
    return toCounts(from < to ? (byStart.get(unit(from)) ?? []) : []);
  });
}

function ofRollUps(connection: Connection, link: LinkRef | undefined, bounds: readonly number[]) {
  const spans = bounds.slice(1).map((to, index) => ({ from: bounds[index] ?? to, to }));
  // Under this code all links are counted together.
  const key = link ?? { domain: "", code: "" };
  return connection.read<CountRow>(selectSeries, {
    ...key,
    starts: bounds.map(seconds),
    ...planParameters(spans),
  });
}

async function ofRaw(connection: Connection, link: LinkRef | undefined, bounds: readonly number[]) {
  const [from = 0, to = 0] = [bounds[0], bounds.at(-1)];
  requireRaw(from, await readRawBefore(connection));
  const key = link ?? { domain: "", code: "" };
  const span = { from: Math.min(from, lastInstant), to: Math.min(to, lastInstant) };
  return connection.read<CountRow>(selectRawSeries, { ...key, everything: link === undefined, ...span, bounds });
}

/** Visitors are those of humans alone, whichever rows say some. */
function toCounts(rows: readonly CountRow[]): Counts {
  const of = (name: ClickClass) => rows.find((row) => row.class === name);
  const clicks = Object.fromEntries(clickClasses.map((name) => [name, of(name)?.clicks ?? 0])) as Record<
    ClickClass,
    number
  >;
  return { clicks, visitors: of("human")?.visitors ?? 0 };
}
