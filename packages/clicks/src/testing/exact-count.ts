import type { Counts, LinkCount, LinkRef, Span, ValueCount } from "../click-store.ts";
import { clickClasses, type Click, type ClickClass, type ClickDimension } from "../click.ts";

/** What stores must answer, found by looking at every click. */
export type Selection = Span & {
  readonly link: LinkRef | undefined;
  /** Default: every class. */
  readonly classes?: readonly ClickClass[];
};

/** Those of the selection, without those whose id was there before. */
export function selectClicks(clicks: readonly Click[], selection: Selection): readonly Click[] {
  const { from, to, link, classes = clickClasses } = selection;
  const ids = new Set<string>();
  return clicks.filter((click) => {
    if (ids.has(click.id)) return false;
    ids.add(click.id);
    const isOfLink = link === undefined || (click.domain === link.domain && click.code === link.code);
    return isOfLink && click.at >= from && click.at < to && classes.includes(click.class);
  });
}

export function countExactly(clicks: readonly Click[], selection: Selection): Counts {
  return countsOf(selectClicks(clicks, selection));
}

/** Between each two neighbours of the bounds. */
export function seriesExactly(
  clicks: readonly Click[],
  link: LinkRef | undefined,
  bounds: readonly number[],
): readonly Counts[] {
  const parts: Click[][] = bounds.slice(1).map(() => []);
  const selected = selectClicks(clicks, { link, from: bounds[0] ?? 0, to: bounds.at(-1) ?? 0 });
  for (const click of selected) parts[bounds.findLastIndex((bound) => bound <= click.at)]?.push(click);
  return parts.map(countsOf);
}

export function breakDownExactly(
  clicks: readonly Click[],
  selection: Selection,
  dimension: ClickDimension,
): readonly ValueCount[] {
  const totals = new Map<string | null, number>();
  for (const { [dimension]: value } of selectClicks(clicks, selection)) totals.set(value, (totals.get(value) ?? 0) + 1);
  return [...totals]
    .map(([value, count]) => ({ value, clicks: count }))
    .toSorted((a, b) => b.clicks - a.clicks || compareValues(a.value, b.value));
}

export function topExactly(clicks: readonly Click[], selection: Selection): readonly LinkCount[] {
  const totals = new Map<string, LinkCount>();
  for (const { domain, code } of selectClicks(clicks, selection)) {
    const key = JSON.stringify([domain, code]);
    totals.set(key, { domain, code, clicks: (totals.get(key)?.clicks ?? 0) + 1 });
  }
  return [...totals.values()].toSorted(
    (a, b) => b.clicks - a.clicks || compareBytes(a.domain, b.domain) || compareBytes(a.code, b.code),
  );
}

function countsOf(clicks: readonly Click[]): Counts {
  const counts = { human: 0, bot: 0, preview: 0, prefetch: 0, head: 0 };
  const visitors = new Set<string>();
  for (const click of clicks) {
    counts[click.class] += 1;
    if (click.class === "human" && click.visitor !== null) visitors.add(click.visitor);
  }
  return { clicks: counts, visitors: visitors.size };
}

/** What is not known comes after what is, where both are as frequent. */
function compareValues(a: string | null, b: string | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return compareBytes(a, b);
}

const compareBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
