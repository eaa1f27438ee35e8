import { setTimeout as pause } from "node:timers/promises";
import type { BenchmarkContext } from "../benchmark.ts";
import { codeOf } from "../link-set.ts";
import type { RunningSubject } from "../subject.ts";

const askAgainMs = 250;
/** Longer than Kafka waits for a reader that was killed, and than any of our own pauses. */
const mostMs = 150_000;
/** What a start finds in its log it begins to store after 2 s. */
const quietMs = 4_000;
const dayMs = 86_400_000;

/** Where the clicks of the link set's first link are. */
export type Books = {
  readonly stored: number;
  readonly dropped: number;
  /** In the buffer, in the spool, and in the log as far as it is known not to be counted. */
  readonly waiting: number;
};

export type ClosedBooks = Books & {
  /** Until everything was stored or dropped. */
  readonly seconds: number;
};

/** Asks the service itself, by its metrics and its report of the link. */
export async function readBooks(server: RunningSubject): Promise<Books> {
  const [metrics, stored] = await Promise.all([server.metrics(), readStored(server)]);
  const of = (name: string): number => metrics.get(`narrows_clicks_${name}`) ?? 0;
  const drops = [...metrics].filter(([name]) => name.startsWith("narrows_clicks_dropped_total"));
  return {
    stored,
    dropped: drops.reduce((sum, [, value]) => sum + value, 0),
    waiting: of("buffered") + of("spool_records") + of("lag"),
  };
}

/** Waits until the first click is stored: what carries it has been opened by then. */
export async function untilBegun({ signal }: BenchmarkContext, server: RunningSubject): Promise<void> {
  const endsAt = performance.now() + mostMs;
  while ((await readBooks(server).catch(() => undefined))?.stored !== 1) {
    if (performance.now() > endsAt) throw new Error(`${server.name} has not stored its first click in time.`);
    await pause(askAgainMs, undefined, { signal });
  }
}

/** Waits until `sent` clicks are stored or dropped, and a while more, in which too many would be seen. */
export async function untilClosed(
  context: BenchmarkContext,
  server: RunningSubject,
  sent: number,
): Promise<ClosedBooks> {
  const beganAt = performance.now();
  for (;;) {
    const books = await readBooks(server).catch(() => undefined);
    const seconds = (performance.now() - beganAt) / 1_000;
    if (books !== undefined && books.stored + books.dropped >= sent && books.waiting === 0) {
      await pause(askAgainMs * 2, undefined, { signal: context.signal });
      return { ...(await readBooks(server)), seconds };
    }
    if (seconds * 1_000 > mostMs) return { ...(books ?? { stored: 0, dropped: 0, waiting: 0 }), seconds };
    await pause(askAgainMs, undefined, { signal: context.signal });
  }
}

/**
 * Waits until nothing is waiting any more and, where the log can be asked, as many clicks are stored as it has.
 *
 * @returns Clicks that are stored.
 */
export async function untilSettled(
  context: BenchmarkContext,
  server: RunningSubject,
  inLog: () => Promise<number> = async () => 0,
): Promise<number> {
  const endsAt = performance.now() + mostMs;
  let [last, quietSince] = [-1, performance.now()];
  while (performance.now() < endsAt) {
    const books = await readBooks(server).catch(() => undefined);
    if (books === undefined || books.waiting > 0 || books.stored !== last) quietSince = performance.now();
    last = books?.stored ?? last;
    if (performance.now() - quietSince > quietMs && last >= (await inLog())) return last;
    await pause(askAgainMs, undefined, { signal: context.signal });
  }
  return last;
}

/** Clicks of all classes, also of those that a wrong clock has put on another day. */
async function readStored({ origin, create }: RunningSubject): Promise<number> {
  const period = new URLSearchParams({
    from: dateOf(Date.now() - 3 * dayMs),
    to: dateOf(Date.now() + 3 * dayMs),
  });
  const url = `${origin}/v1/urls/${codeOf(0)}/stats?${period.toString()}`;
  const answer = await fetch(url, { headers: { ...create?.headers }, signal: AbortSignal.timeout(10_000) });
  if (!answer.ok) throw new Error(`The report answered ${answer.status}: ${await answer.text()}`);
  const { byClass } = (await answer.json()) as { readonly byClass: Readonly<Record<string, number>> };
  return Object.values(byClass).reduce((sum, count) => sum + count, 0);
}

const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
