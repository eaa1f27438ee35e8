/** Requests that are drawn above one another, since they came within half a second. */
export type Stack = { readonly atMs: number; readonly count: number };

const binMs = 500;

export function stacks(timesMs: readonly number[]): readonly Stack[] {
  const counts = new Map<number, number>();
  for (const timeMs of timesMs) {
    const atMs = Math.floor(timeMs / binMs) * binMs;
    counts.set(atMs, (counts.get(atMs) ?? 0) + 1);
  }
  return [...counts].map(([atMs, count]) => ({ atMs, count }));
}
