import type { LinkCount, ValueCount } from "../click-store.ts";
import { compareLinks, compareTexts } from "./compare-texts.ts";

/**
 * Puts the values of a dimension in order: the most frequent first, equal ones by their text, and the unknown one after
 * its equals. Values without clicks are left out.
 *
 * @param unknown Clicks whose value is not known.
 */
export function rankValues(totals: ReadonlyMap<string, number>, unknown: number, limit: number): readonly ValueCount[] {
  const values: ValueCount[] = [...totals].map(([value, clicks]) => ({ value, clicks }));
  values.push({ value: null, clicks: unknown });
  return values
    .filter(({ clicks }) => clicks > 0)
    .toSorted((a, b) => b.clicks - a.clicks || compareValues(a.value, b.value))
    .slice(0, limit);
}

/** Puts links in order: the most clicks first, equal ones by domain and code. Those without clicks are left out. */
export function rankLinks(links: readonly LinkCount[], limit: number): readonly LinkCount[] {
  return links
    .filter(({ clicks }) => clicks > 0)
    .toSorted((a, b) => b.clicks - a.clicks || compareLinks(a, b))
    .slice(0, limit);
}

function compareValues(a: string | null, b: string | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return compareTexts(a, b);
}
