import type { BenchmarkContext } from "../benchmark.ts";
import type { Reading } from "../series-book.ts";
import { median } from "../statistics.ts";

/** Redirects of one link that wait for their count at the same time. */
export const followers = 64;

export type Followed = { readonly count: number; readonly readings: Readonly<Record<string, Reading>> };

/** Follows a link as fast as its counts are durable. @param count Resolves when the click of this number is. */
export async function followHotLink(
  { seconds, signal }: BenchmarkContext,
  count: (index: number) => Promise<void>,
): Promise<Followed> {
  const waitsMs: number[] = [];
  let asked = 0;
  const beganAt = performance.now();
  const endsAt = beganAt + seconds * 1_000;
  const follow = async () => {
    while (performance.now() < endsAt) {
      signal.throwIfAborted();
      const askedAt = performance.now();
      asked += 1;
      await count(asked);
      waitsMs.push(performance.now() - askedAt);
    }
  };
  await Promise.all(Array.from({ length: followers }, follow));
  return summary(waitsMs, performance.now() - beganAt);
}

function summary(waitsMs: readonly number[], tookMs: number): Followed {
  const sorted = waitsMs.toSorted((a, b) => a - b);
  return {
    count: waitsMs.length,
    readings: {
      rate: { unit: "/s", value: (waitsMs.length * 1_000) / tookMs },
      p50: { unit: "ms", value: median(waitsMs) },
      p99: { unit: "ms", value: sorted[Math.floor(sorted.length * 0.99)] ?? 0 },
    },
  };
}
