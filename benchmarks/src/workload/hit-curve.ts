import { setTimeout as sleep } from "node:timers/promises";
import type { Reading } from "../series-book.ts";
import type { RunningSubject } from "../subject.ts";
import { grownTogether } from "./histogram-quantile.ts";

const memory = "narrows_cache_lookups_total";
const foundInMemory = `${memory}{result="hit"}`;
const notInMemory = `${memory}{result="miss"}`;
const linksInMemory = 'narrows_cache_entries{kind="link"}';
const foundInRedis = 'narrows_shared_cache_lookups_total{result="hit"}';

type Figure = "in memory" | "in Redis" | "in PostgreSQL" | "redirects" | "links in one memory";
type Shares = Readonly<Record<Figure, Reading>>;

/** Begins to watch where nodes find links; the returned function tells it of all redirects since. */
export async function watchHits(nodes: readonly RunningSubject[]): Promise<() => Promise<Shares | undefined>> {
  const before = await readAll(nodes);
  return async () => {
    const after = await readAll(nodes);
    const grown = grownTogether(before, after);
    const held = after.reduce((sum, metrics) => sum + (metrics.get(linksInMemory) ?? 0), 0);
    const of = (name: string): number => grown.get(name) ?? 0;
    const lookups = of(foundInMemory) + of(notInMemory);
    if (lookups === 0) return undefined;
    const share = (count: number): Reading => ({ unit: "%", value: (100 * count) / lookups });
    return {
      "in memory": share(of(foundInMemory)),
      "in Redis": share(of(foundInRedis)),
      "in PostgreSQL": share(Math.max(0, of(notInMemory) - of(foundInRedis))),
      redirects: { unit: "count", value: lookups },
      "links in one memory": { unit: "count", value: Math.round(held / nodes.length) },
    };
  };
}

/** Watches equal parts of the next `seconds`, one after the other. @param told Called at the end of each. */
export async function watchHitsInParts(
  nodes: readonly RunningSubject[],
  schedule: { readonly seconds: number; readonly parts: number; readonly signal: AbortSignal },
  told: (part: number, shares: Shares) => void,
): Promise<void> {
  for (let part = 0; part < schedule.parts; part += 1) {
    const shares = await watchHits(nodes);
    await sleep((schedule.seconds * 1000) / schedule.parts, undefined, { signal: schedule.signal });
    const found = await shares();
    if (found !== undefined) told(part, found);
  }
}

export function readAll(nodes: readonly RunningSubject[]): Promise<readonly ReadonlyMap<string, number>[]> {
  return Promise.all(nodes.map((node) => node.metrics()));
}
