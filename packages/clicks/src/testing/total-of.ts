import type { ClickCounts, LinkRef } from "../click-store.ts";

/** What a store says of one link alone. */
export async function totalOf(counts: Pick<ClickCounts, "totals">, link: LinkRef) {
  const {
    clicks: [count = Number.NaN],
    asOf,
  } = await counts.totals([link]);
  return { clicks: count, asOf };
}
