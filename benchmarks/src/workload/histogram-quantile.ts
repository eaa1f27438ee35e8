type Metrics = ReadonlyMap<string, number>;

/**
 * The value that so large a share of what a Prometheus histogram has counted does not exceed, in the histogram's own
 * unit; NaN: nothing was counted. As exact as its buckets: within one, values are taken to lie evenly.
 *
 * @param share 0.99 for the 99th percentile.
 */
export function histogramQuantile(metrics: Metrics, name: string, share: number): number {
  const buckets = readBuckets(metrics, name);
  const wanted = (buckets.at(-1)?.count ?? 0) * share;
  let below = { bound: 0, count: 0 };
  for (const bucket of buckets) {
    // Beyond the last bound nothing is known.
    if (bucket.bound === Number.POSITIVE_INFINITY) return bucket.count === 0 ? Number.NaN : below.bound;
    if (bucket.count >= wanted && bucket.count > below.count) {
      const part = (wanted - below.count) / (bucket.count - below.count);
      return below.bound + (bucket.bound - below.bound) * part;
    }
    below = bucket;
  }
  return Number.NaN;
}

/** What each sample has grown by, of several servers together. */
export function grownTogether(before: readonly Metrics[], after: readonly Metrics[]): Metrics {
  const grown = new Map<string, number>();
  const add = (metrics: Metrics, sign: 1 | -1): void => {
    for (const [name, value] of metrics) grown.set(name, (grown.get(name) ?? 0) + sign * value);
  };
  for (const metrics of after) add(metrics, 1);
  for (const metrics of before) add(metrics, -1);
  return grown;
}

type Bucket = { readonly bound: number; readonly count: number };

function readBuckets(metrics: Metrics, name: string): readonly Bucket[] {
  const start = `${name}_bucket{le="`;
  const buckets: Bucket[] = [];
  for (const [sample, count] of metrics) {
    if (!sample.startsWith(start)) continue;
    const bound = sample.slice(start.length, sample.indexOf('"', start.length));
    buckets.push({ bound: bound === "+Inf" ? Number.POSITIVE_INFINITY : Number(bound), count });
  }
  return buckets.toSorted((a, b) => a.bound - b.bound);
}
