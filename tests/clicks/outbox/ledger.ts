import type { Click } from "@narrows/clicks";
import { sampleClick, totalOf } from "@narrows/clicks/testing";
import { eventually } from "../../program/deadline.ts";
import type { Outbox } from "./start-outbox.ts";

const link = { domain: "", code: sampleClick(0).code };
const day = { from: Date.UTC(2026, 0, 15), to: Date.UTC(2026, 0, 16) };
const patienceMs = 60_000;

/**
 * Gives clicks to the log, in small appends as a recorder does, and counts those that it did not take.
 *
 * @param first The number of the first click, which tells those of several ledgers apart.
 */
export function createLedger(log: Pick<Outbox["log"], "append">, first = 0) {
  let sent = 0;
  let dropped = 0;
  return {
    async send(appends: number, clicksPerAppend = 10): Promise<void> {
      for (let append = 0; append < appends; append += 1) {
        const clicks = Array.from({ length: clicksPerAppend }, (_, index): Click => sampleClick(first + sent + index));
        sent += clicks.length;
        await log.append(clicks).catch(() => (dropped += clicks.length));
      }
    },
    counts: () => ({ sent, dropped }),
  };
}

/** What a writer does, until the spool and the outbox are empty. */
export async function storeAll(outbox: Pick<Outbox, "log" | "source" | "store">): Promise<void> {
  await eventually(patienceMs, "An empty spool and an empty outbox", async () => {
    const isEmpty = await isDrained(outbox.log);
    const stored = await storeNext(outbox);
    return stored ? undefined : isEmpty;
  });
}

/** True when the spool is empty. */
async function isDrained(log: Pick<Outbox["log"], "stats">): Promise<true | undefined> {
  return log.stats().spoolRecords === 0 ? true : undefined;
}

/** @returns False when there was nothing. */
async function storeNext({ source, store }: Pick<Outbox, "source" | "store">): Promise<boolean> {
  const { at } = await store.position("outbox");
  const signal = AbortSignal.timeout(patienceMs);
  const batch = await source.read({ partition: "outbox", after: at, maxRecords: 500, signal });
  if (batch === undefined) return false;
  const { partition, from, to, records } = batch;
  const clicks = records.map((record) => JSON.parse(record) as Click);
  await store.store({ partition, from, to, clicks, dead: [] });
  await source.release(partition, to);
  return true;
}

/** How many clicks are stored: raw ones, in the roll-ups, and since ever. */
export async function storedCounts({ store }: Outbox) {
  const raw = await store.clicks({ ...day, link, after: undefined, limit: 1_000_000 });
  const { clicks: rolledUp } = await store.counts({ ...day, link });
  const { clicks: total } = await totalOf(store, link);
  return { raw: raw.length, rolledUp: rolledUp.human, total };
}

/** The same number in each place. */
export function everywhere(count: number) {
  return { raw: count, rolledUp: count, total: count };
}
