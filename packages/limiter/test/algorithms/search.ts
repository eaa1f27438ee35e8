import type { Key } from "./key.ts";

/**
 * The most units that anybody can get within `span` ticks, whatever he did before: tries every way to spend.
 *
 * Only for tiny quotas: walks through every state that can be reached in `before` ticks from `from` on.
 */
export function mostIn(fresh: Key, from: number, before: number, span: number): number {
  const known = new Map<string, number>();
  let reached = new Map([[textOf(fresh), fresh]]);
  let most = 0;
  for (let now = from; now <= from + before; now++) {
    const next = new Map<string, Key>();
    for (const key of reached.values()) {
      most = Math.max(most, mostFrom(key, now, span, known));
      for (const { after } of choices(key, now)) next.set(textOf(after), after);
    }
    reached = next;
  }
  return most;
}

function mostFrom(key: Key, now: number, ticks: number, known: Map<string, number>): number {
  if (ticks === 0) return 0;
  const name = `${now} ${ticks} ${textOf(key)}`;
  const before = known.get(name);
  if (before !== undefined) return before;
  const most = Math.max(
    ...choices(key, now).map(({ units, after }) => units + mostFrom(after, now + 1, ticks - 1, known)),
  );
  known.set(name, most);
  return most;
}

/** Nothing, or any number of units at once. */
function choices(key: Key, now: number): readonly { readonly units: number; readonly after: Key }[] {
  const found = [{ units: 0, after: key }];
  for (let units = 1; units <= key.algorithm.limit; units++) {
    const after = key.copy();
    if (after.take(now, units) > 0) break;
    found.push({ units, after });
  }
  return found;
}

function textOf(key: Key): string {
  return key.numbers().join();
}
