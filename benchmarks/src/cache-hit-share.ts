import type { Reading, SeriesBook } from "./series-book.ts";
import type { RunningSubject } from "./subject.ts";

const hitsName = 'narrows_cache_lookups_total{result="hit"}';
const missesName = 'narrows_cache_lookups_total{result="miss"}';

/** Begins to watch a server's memory cache; the returned function tells the share of hits since, where it has one. */
export async function cacheHitShare(server: RunningSubject): Promise<() => Promise<Readonly<Record<string, Reading>>>> {
  const before = await server.metrics();
  return async () => {
    const after = await server.metrics();
    const grown = (name: string): number => (after.get(name) ?? 0) - (before.get(name) ?? 0);
    const lookups = grown(hitsName) + grown(missesName);
    return lookups === 0 ? {} : { hits: { unit: "%", value: (100 * grown(hitsName)) / lookups } };
  };
}

/** In per cent. With more, the CPU of an answer is no longer that of a lookup in the file alone. */
const coldLimit = 5;

/** Whether hardly any redirect of these series came out of memory, so that they tell what a lookup in the file costs. */
export function wasCold(book: SeriesBook, caseName: string, subjects: readonly string[]): boolean {
  return subjects.every((subject) => {
    const shares = book.values(caseName, subject, "hits");
    return shares.length > 0 && shares.every((share) => share <= coldLimit);
  });
}
