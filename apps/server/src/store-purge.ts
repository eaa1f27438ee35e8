import type { LinkStore } from "@narrows/links";
import type { Logger, Part } from "@narrows/service";
import { pause } from "./pause.ts";

export type PurgeOptions = {
  /** Resolves when the store is open. */
  readonly store: Promise<Pick<LinkStore, "purgeIdempotency" | "purgeChanges">>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly intervalMs: number;
  readonly log: Logger;
};

/** One transaction stays short. */
const batchSize = 1_000;

/**
 * After a batch others have the store for four times as long as it took. A round has no other end than that nothing is
 * left, for what is purged more slowly than it comes would grow without bound.
 */
const restShare = 4;

/** A process that was silent for more changes than these forgets all links; at 1,000 changes a second it takes 100 s. */
const keptChanges = 100_000;

/** Removes what is over, now and then: Idempotency-Keys after their time, changes that every process has heard of. */
export function storePurge(options: PurgeOptions): Part {
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<void> = Promise.resolve();
  let isRunning = false;
  const stopping = new AbortController();
  const run = (): void => {
    if (isRunning) return;
    isRunning = true;
    round = purge(options, stopping.signal)
      .catch((error: unknown) => options.log.warn({ err: error }, "What is over could not be removed from the store."))
      .finally(() => {
        isRunning = false;
      });
  };
  return {
    name: "store purge",
    start() {
      timer = setInterval(run, options.intervalMs).unref();
    },
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await round;
    },
  };
}

async function purge({ store, now }: PurgeOptions, signal: AbortSignal): Promise<void> {
  const opened = await store;
  await inBatches(signal, () => opened.purgeIdempotency(now(), batchSize));
  await inBatches(signal, () => opened.purgeChanges(keptChanges, batchSize));
}

async function inBatches(signal: AbortSignal, removeSome: () => Promise<number>): Promise<void> {
  while (!signal.aborted) {
    const beganAt = performance.now();
    if ((await removeSome()) < batchSize) return;
    await pause(restShare * (performance.now() - beganAt), signal);
  }
}
