/** Counts how long something took, in buckets that grow; adding costs a few comparisons and no memory. */
export interface Histogram {
  add(durationMs: number): void;
  /** As Prometheus has it: each bucket counts what was at most its bound, in seconds; the last one counts all. */
  buckets(): readonly { readonly bound: string; readonly count: number }[];
  count(): number;
  sumSeconds(): number;
}

/** Makes an empty histogram. @param boundsMs Upper bounds, growing. */
export function createHistogram(boundsMs: readonly number[]): Histogram {
  const counts = new Float64Array(boundsMs.length + 1);
  let sumMs = 0;
  return {
    add(durationMs) {
      let bucket = 0;
      while (durationMs > (boundsMs[bucket] ?? Infinity)) bucket += 1;
      counts[bucket] = (counts[bucket] ?? 0) + 1;
      sumMs += durationMs;
    },
    buckets() {
      let total = 0;
      return Array.from(counts, (count, bucket) => {
        total += count;
        return { bound: boundOf(boundsMs[bucket]), count: total };
      });
    },
    count: () => counts.reduce((total, count) => total + count, 0),
    sumSeconds: () => sumMs / 1000,
  };
}

function boundOf(boundMs: number | undefined): string {
  return boundMs === undefined ? "+Inf" : String(boundMs / 1000);
}
