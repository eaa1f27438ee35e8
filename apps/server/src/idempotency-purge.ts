import type { LinkStore } from "@narrows/links";
import type { Logger, Part } from "@narrows/service";

export type PurgeOptions = {
  /** Resolves when the store is open. */
  readonly store: Promise<Pick<LinkStore, "purgeIdempotency">>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly intervalMs: number;
  readonly log: Logger;
};

/** One transaction stays short, and one round cannot keep the writer for long. */
const batchSize = 1_000;
const maxBatches = 20;

/** Removes what is remembered of Idempotency-Keys whose time is over, now and then. */
export function idempotencyPurge(options: PurgeOptions): Part {
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<void> = Promise.resolve();
  let isRunning = false;
  const run = (): void => {
    if (isRunning) return;
    isRunning = true;
    round = purge(options)
      .catch((error: unknown) => options.log.warn({ err: error }, "Old Idempotency-Keys could not be removed."))
      .finally(() => {
        isRunning = false;
      });
  };
  return {
    name: "idempotency purge",
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
  for (let batch = 0; batch < maxBatches; batch += 1) {
    if ((await opened.purgeIdempotency(now(), batchSize)) < batchSize) return;
  }
}
