import type { BenchmarkContext } from "../benchmark.ts";
import { wasOnTime } from "../fixed-rate.ts";
import { atMost, judgedIf, type Claim } from "../report.ts";
import type { SeriesBook } from "../series-book.ts";
import { median } from "../statistics.ts";
import type { FaultGroup } from "./fault.ts";
import { measureFault, withFault, withoutFault } from "./measure-fault.ts";
import { measureKill } from "./measure-kill.ts";

/** Beyond this a fault of clicks is one of redirects. */
const mostCpuRatio = 1.1;
const mostP99Ratio = 1.25;
/** A deadline is kept by a timer, and the answer takes its way. */
const timerMs = 25;

export type GroupReport = {
  readonly claims: readonly Claim[];
  readonly errors: number;
  readonly notes: readonly string[];
};

const nothing: GroupReport = { claims: [], errors: 0, notes: [] };

type Named = { readonly faults: readonly { readonly name: string }[]; readonly killed?: { readonly name: string } };

/** What `--case` can name of a group. */
export function casesOf({ faults, killed }: Named): readonly string[] {
  return [...faults.map(({ name }) => name), ...(killed === undefined ? [] : [killed.name])];
}

/** Measures the faults of a group that are wanted, on backends that they share. A trial is content with the first. */
export async function runGroup<Backends>(
  context: BenchmarkContext,
  group: FaultGroup<Backends>,
  book: SeriesBook,
): Promise<GroupReport> {
  const { only, isTrial } = context;
  const isWanted = (name: string): boolean => only === undefined || only === name;
  const faults = group.faults.filter(({ name }) => isWanted(name)).slice(0, isTrial === true ? 1 : Infinity);
  const killed = group.killed !== undefined && isWanted(group.killed.name) ? group.killed : undefined;
  if (faults.length === 0 && killed === undefined) return nothing;
  await using stack = new AsyncDisposableStack();
  context.progress(`${group.name}: start`);
  const backends = await group.open(context, stack);
  const [measured, notes]: [string[], string[]] = [[], []];
  let errors = 0;
  for (const fault of faults) {
    const reason = await fault.missing?.();
    if (reason === undefined) {
      errors += await measureFault(context, fault, backends, book);
      measured.push(fault.name);
    } else notes.push(`left out: ${fault.name}, for ${reason}`);
  }
  if (killed !== undefined) await measureKill(context, killed, backends, book);
  return { claims: claimsOf(book, group, measured), errors, notes };
}

/** Of each figure the fault that costs most. */
function claimsOf<Backends>(
  book: SeriesBook,
  { name: group, mostWaitMs }: FaultGroup<Backends>,
  faults: readonly string[],
): readonly Claim[] {
  if (faults.length === 0) return [];
  const worst = (figure: string): number =>
    Math.max(...faults.map((name) => median(book.values(name, withFault, figure))));
  const isOnTime = faults.every((name) => wasOnTime(book, name, [withoutFault, withFault]));
  const about = `of redirects under the worst fault of ${group}`;
  const p99 =
    mostWaitMs === undefined
      ? atMost(`p99 ${about}, against none`, worst("p99 against none"), mostP99Ratio)
      : atMost(`p99 ${about}`, worst("p99"), mostWaitMs + timerMs, "ms");
  const cpu = worst("cpu of its thread against none");
  return [atMost(`CPU of the thread ${about}, against none`, cpu, mostCpuRatio), judgedIf(isOnTime, p99)];
}
