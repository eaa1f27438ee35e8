import { setTimeout as sleep } from "node:timers/promises";
import type { Reading } from "../series-book.ts";
import { keyOf } from "./expired-links.ts";
import type { StoreUnderTest } from "./store-under-test.ts";

/** Fewer tell nothing of a p99. */
const leastLookups = 300;

/** Looks links up that are not expired until the work is done, and for long enough to tell. */
export async function lookUpWhile(
  { links }: StoreUnderTest,
  count: number,
  work: Promise<void> = Promise.resolve(),
): Promise<Readonly<Record<"p50" | "p99", Reading>>> {
  let isDone = false;
  const done = work.finally(() => (isDone = true));
  const tookMs: number[] = [];
  while (!isDone || tookMs.length < leastLookups) {
    const startedAt = performance.now();
    await links.findTarget(keyOf(count + (tookMs.length % count)));
    tookMs.push(performance.now() - startedAt);
    await sleep(1);
  }
  await done;
  const sorted = tookMs.toSorted((a, b) => a - b);
  const at = (share: number): Reading => ({ unit: "ms", value: sorted[Math.floor(sorted.length * share)] ?? 0 });
  return { p50: at(0.5), p99: at(0.99) };
}
