import type { LinkStore } from "@narrows/links";
import type { Logger, Part } from "@narrows/service";

export type PurgeOptions = {
  /** Resolves when the store is open. */
  readonly store: Promise<Pick<LinkStore, "purgeIdempotency" | "purgeChanges">>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly intervalMs: number;
  readonly log: Logger;
};

/** One transaction stays short, and one round cannot keep the writer for long. */
const batchSize = 1_000;
const maxBatches = 20;

/** A process that was silent for more changes than these forgets all links; at 1,000 changes a second it takes 100 s. */
const keptChanges = 100_000;

/** Removes what is over, now and then: Idempotency-Keys after their time, changes that every process has heard of. */
export function storePurge(options: PurgeOptions): Part {
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<void> = Promise.resolve();
  let isRunning = false;
  const run = (): void => {
    if (isRunning) return;
    isRunning = true;
    round = purge(options)
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
      await round;
    },
  };
}

async function purge({ store, now }: PurgeOptions): Promise<void> {
  const opened = await store;
  await inBatches(() => opened.purgeIdempotency(now(), batchSize));
  await inBatches(() => opened.purgeChanges(keptChanges, batchSize));
}

async function inBatches(removeSome: () => Promise<number>): Promise<void> {
  for (let batch = 0; batch < maxBatches; batch += 1) {
    if ((await removeSome()) < batchSize) return;
  }
}
