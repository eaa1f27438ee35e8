import { PartitionWriter, type PartitionWriterOptions } from "./partition-writer.ts";
import { within } from "./within.ts";
import type { RoundOutcome } from "./writer-loop.ts";

/** A batch of less than this part of a full one is worth waiting for others to come with. */
const fewAre = 10;

/** How long the logs of other processes that are stopped at the same time are given to be closed. */
const closingMs = 50;

const nothing: RoundOutcome = { hasStored: false, isBehind: false, hasFailed: false };

/** Goes round the partitions of a log: one batch of each, so that a long one keeps no other waiting. */
export class WriterRounds {
  readonly #options: PartitionWriterOptions;
  #writers: ReadonlyMap<string, PartitionWriter> = new Map();

  constructor(options: PartitionWriterOptions) {
    this.#options = options;
  }

  /** @param signal Ends the round early, after the batch that is under way. */
  readonly round = (signal: AbortSignal): Promise<RoundOutcome> =>
    this.#attempt(signal, undefined, async () => {
      await this.#look();
      let all = nothing;
      for (const [name, writer] of this.#writers) {
        if (signal.aborted) break;
        all = join(all, await this.#attempt(signal, name, () => this.#visit(writer, signal)));
      }
      return all;
    });

  /**
   * Stores what is left, so that a log that was closed in good order is over and nobody waits for it. Tries until the signal
   * comes, where others live. Only of logs whose partitions end.
   */
  async finish(signal: AbortSignal): Promise<void> {
    const { source } = this.#options;
    if (source.isEnded === undefined) return;
    while (!signal.aborted && !(await this.#endAll(signal))) await source.wait(closingMs, signal);
  }

  async #endAll(signal: AbortSignal): Promise<boolean> {
    let areOver = true;
    const { hasFailed } = await this.#attempt(signal, undefined, async () => {
      await this.#look();
      let all = nothing;
      for (const [name, writer] of this.#writers) {
        const end = async (): Promise<RoundOutcome> => {
          areOver = (await this.#end(writer, signal)) && areOver;
          return nothing;
        };
        all = join(all, await this.#attempt(signal, name, end));
      }
      return all;
    });
    return areOver && !hasFailed;
  }

  async #end(writer: PartitionWriter, signal: AbortSignal): Promise<boolean> {
    for (;;) {
      if (signal.aborted) return false;
      const readAt = this.#options.now();
      if ((await writer.writeBatch(signal)) === 0 && !signal.aborted) return writer.complete(readAt);
    }
  }

  /** Partitions come and go with processes; one that comes back is asked about anew. */
  async #look(): Promise<void> {
    const { source, callMs } = this.#options;
    const partitions = await within(callMs, "LOG_UNAVAILABLE", source.partitions());
    const known = this.#writers;
    this.#writers = new Map(
      partitions.map((name) => [name, known.get(name) ?? new PartitionWriter(this.#options, name)]),
    );
  }

  /** Where few clicks come the end is seldom met by chance, so it is looked for when the store is to be told of it. */
  async #visit(writer: PartitionWriter, signal: AbortSignal): Promise<RoundOutcome> {
    const { now } = this.#options;
    let readAt = now();
    let records = await writer.writeBatch(signal);
    const hasStored = records > 0;
    if (hasStored && !this.#isMany(records) && writer.isCompleteDue() && !signal.aborted) {
      readAt = now();
      records = await writer.writeBatch(signal);
    }
    if (records === 0 && !signal.aborted && writer.isCompleteDue()) await writer.complete(readAt);
    return { hasStored, isBehind: this.#isMany(records), hasFailed: false };
  }

  #isMany(records: number): boolean {
    return records >= this.#options.batchSize / fewAre;
  }

  async #attempt(
    signal: AbortSignal,
    partition: string | undefined,
    work: () => Promise<RoundOutcome>,
  ): Promise<RoundOutcome> {
    try {
      return await work();
    } catch (error) {
      // What is ended by `stop` has not failed.
      if (!signal.aborted) this.#options.counts.failed(error, partition);
      return { ...nothing, hasFailed: !signal.aborted };
    }
  }
}

const join = (one: RoundOutcome, other: RoundOutcome): RoundOutcome => ({
  hasStored: one.hasStored || other.hasStored,
  isBehind: one.isBehind || other.isBehind,
  hasFailed: one.hasFailed || other.hasFailed,
});
