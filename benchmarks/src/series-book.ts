import type { Figure, Series, Unit } from "./report.ts";
import { medianRatio } from "./statistics.ts";

/** One round's value of a figure. */
export type Reading = { readonly unit: Unit; readonly value: number };

/** Collects readings round by round. */
export interface SeriesBook {
  add(caseName: string, subject: string, readings: Readonly<Record<string, Reading>>): void;
  /** The values so far, in the order of the rounds; none when nothing was added under these names. */
  values(caseName: string, subject: string, figure: string): readonly number[];
  /** In the order in which case and subject first appeared. */
  series(): readonly Series[];
}

/** Opens an empty book. */
export function createSeriesBook(): SeriesBook {
  const rows = new Map<string, { case: string; subject: string; figures: Record<string, Reading[]> }>();
  const keyOf = (caseName: string, subject: string): string => `${caseName}\n${subject}`;

  return {
    add: (caseName, subject, readings) => {
      const row = rows.get(keyOf(caseName, subject)) ?? { case: caseName, subject, figures: {} };
      rows.set(keyOf(caseName, subject), row);
      for (const [figure, reading] of Object.entries(readings)) (row.figures[figure] ??= []).push(reading);
    },
    values: (caseName, subject, figure) =>
      (rows.get(keyOf(caseName, subject))?.figures[figure] ?? []).map((reading) => reading.value),
    series: () => [...rows.values()].map((row) => ({ ...row, figures: joinReadings(row.figures) })),
  };
}

/** The CPU of `subject` against that of bare node:http in the same case, by the median of the rounds' ratios. */
export function cpuRatio(book: SeriesBook, caseName: string, subject: string): number {
  return medianRatio(book.values(caseName, subject, "cpu"), book.values(caseName, "node-http", "cpu"));
}

function joinReadings(figures: Readonly<Record<string, readonly Reading[]>>): Readonly<Record<string, Figure>> {
  const joined = Object.entries(figures).map(([name, readings]): [string, Figure] => [
    name,
    { unit: readings[0]?.unit ?? "count", values: readings.map((reading) => reading.value) },
  ]);
  return Object.fromEntries(joined);
}
