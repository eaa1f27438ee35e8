import { ClickError } from "../click-error.ts";
import type { ClickSource, LogBatch } from "../click-log.ts";
import { endOfLog, type ClickStore, type StoredPosition } from "../click-store.ts";
import { parseBatch, type BatchParser } from "./parse-batch.ts";
import { within } from "./within.ts";
import type { CountWriter } from "./writer-counts.ts";

export type PartitionWriterOptions = BatchParser & {
  readonly source: ClickSource;
  readonly store: ClickStore;
  readonly batchSize: number;
  /** How long a call of the log or the store may take. */
  readonly callMs: number;
  /** How often the store is told up to when all is counted. */
  readonly completeMs: number;
  readonly counts: CountWriter;
};

/** Carries one partition into the store: from the position there, batch by batch, each exactly once. */
export class PartitionWriter {
  readonly #options: PartitionWriterOptions;
  readonly #partition: string;
  /** Where the store stands; undefined when only the store knows. */
  #position: StoredPosition | undefined;
  /** Whether records are missing before the batch that is under way. */
  #isAcrossGap = false;
  #completeAt = Number.NEGATIVE_INFINITY;

  constructor(options: PartitionWriterOptions, partition: string) {
    this.#options = options;
    this.#partition = partition;
  }

  /**
   * Stores the next batch.
   *
   * @returns How many records it had; 0 where there is nothing to store.
   * @throws What the log or the store says; then nothing is known any more, and the next call asks the store.
   */
  async writeBatch(signal: AbortSignal): Promise<number> {
    this.#isAcrossGap = false;
    try {
      this.#position ??= await this.#look();
      const batch = await this.#read(this.#position, signal);
      if (batch === undefined) return 0;
      await this.#store(batch);
      // A range of which nothing is left is a batch too, and what follows it is not known yet.
      return Math.max(1, batch.records.length);
    } catch (error) {
      this.#position = undefined;
      throw error;
    }
  }

  /** Whether it is time for `complete`: the store is told seldom. A clock that goes back is no reason to wait. */
  isCompleteDue(): boolean {
    const { now, completeMs } = this.#options;
    return Math.abs(now() - this.#completeAt) >= completeMs;
  }

  /**
   * Tells the store that all of the partition was stored at `at`, where it is time for that, or for ever where nothing more
   * will come.
   *
   * @returns Whether it is over.
   */
  async complete(at: number): Promise<boolean> {
    const { source, store, now } = this.#options;
    if (this.#position === undefined || this.#position.begun !== undefined) return false;
    const isDue = this.isCompleteDue();
    if (isDue) this.#completeAt = now();
    // Once more: a log that has begun anew since, as on a full disk, lets go only now of what it had before.
    await this.#ask(source.release(this.#partition, this.#position.at));
    const isOver = (await this.#ask(source.isEnded?.(this.#partition, this.#position.at))) === true;
    if (isOver || isDue) await this.#call(store.complete(this.#partition, isOver ? endOfLog : at));
    if (isOver) await this.#letGo();
    return isOver;
  }

  /** In this order: as long as files are left somebody may read them, from where the store says. */
  async #letGo(): Promise<void> {
    const { source, store } = this.#options;
    if (source.remove === undefined) return;
    await this.#ask(source.remove(this.#partition));
    await this.#call(store.letGo(this.#partition));
  }

  /** What the store has, the log needs not keep: a writer may have been stopped between the two. */
  async #look(): Promise<StoredPosition> {
    const { source, store } = this.#options;
    const position = await this.#call(store.position(this.#partition));
    if (position.at > 0) await this.#ask(source.release(this.#partition, position.at));
    return position;
  }

  async #read(position: StoredPosition, signal: AbortSignal): Promise<LogBatch | undefined> {
    try {
      return await this.#readFrom(position, signal, false);
    } catch (error) {
      if (!(error instanceof ClickError) || error.code !== "LOG_GAP") throw error;
    }
    // Another writer may have stored what is missing, and released it.
    const fresh = await this.#call(this.#options.store.position(this.#partition));
    this.#position = fresh;
    if (fresh.at !== position.at || fresh.begun !== position.begun) return this.#readFrom(fresh, signal, false);
    this.#isAcrossGap = true;
    return this.#readFrom(fresh, signal, true);
  }

  #readFrom({ at, begun }: StoredPosition, signal: AbortSignal, acrossGap: boolean): Promise<LogBatch | undefined> {
    const { source, batchSize } = this.#options;
    const range = { partition: this.#partition, after: at, maxRecords: batchSize, acrossGap, signal };
    return this.#ask(source.read(begun === undefined ? range : { ...range, upTo: begun }));
  }

  async #store(read: LogBatch): Promise<void> {
    const { source, store, counts, now } = this.#options;
    const parsed = await parseBatch(read, this.#options);
    const { partition, from, to, clicks, dead } = parsed;
    await this.#call(store.store({ partition, from, to, clicks, dead }));
    this.#position = { at: to, begun: undefined };
    counts.stored(parsed, now());
    if (this.#isAcrossGap) counts.gap(partition, from, to);
    await this.#ask(source.release(partition, to));
  }

  #ask<Result>(call: Promise<Result> | undefined): Promise<Result | undefined> {
    return within(this.#options.callMs, "LOG_UNAVAILABLE", Promise.resolve(call));
  }

  #call<Result>(call: Promise<Result>): Promise<Result> {
    return within(this.#options.callMs, "STORE_UNAVAILABLE", call);
  }
}
