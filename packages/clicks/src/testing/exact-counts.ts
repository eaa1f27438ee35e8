import type { ClickCounts, LinkRef } from "../click-store.ts";
import type { Click } from "../click.ts";
import { clickClasses } from "../click.ts";
import { breakDownExactly, countExactly, selectClicks, seriesExactly, topExactly } from "./exact-count.ts";

export type ExactCountsOptions = {
  /** Looked at with every question; may grow. */
  readonly clicks: readonly Click[];
  readonly asOf?: () => number | undefined;
};

/** Counts in memory by looking at every click: what reports are tested with. */
export function createExactCounts({ clicks, asOf = () => undefined }: ExactCountsOptions): ClickCounts {
  const always = { from: 0, to: Infinity };
  return {
    async totals(links) {
      return { clicks: links.map((link) => countExactly(clicks, { ...always, link }).clicks.human), asOf: asOf() };
    },
    counts: async (query) => countExactly(clicks, query),
    series: async (link, bounds) => seriesExactly(clicks, link, bounds),
    breakdown: async ({ dimension, limit, ...query }) => breakDownExactly(clicks, query, dimension).slice(0, limit),
    async top({ among, limit, ...query }) {
      const all = topExactly(clicks, { ...query, link: undefined });
      return all.filter((link) => among === undefined || among.some((one) => isSame(one, link))).slice(0, limit);
    },
    async clicks({ after, limit, ...query }) {
      return selectClicks(clicks, { ...query, classes: clickClasses })
        .toSorted(compare)
        .filter((click) => after === undefined || compare(click, after) > 0)
        .slice(0, limit);
    },
  };
}

const isSame = (one: LinkRef, other: LinkRef): boolean => one.domain === other.domain && one.code === other.code;

function compare(a: Pick<Click, "at" | "id">, b: Pick<Click, "at" | "id">): number {
  return a.at - b.at || Number(a.id > b.id) - Number(a.id < b.id);
}
