import { setImmediate as nextTurn } from "node:timers/promises";
import { backoffMs, type Backoff } from "../backoff.ts";
import type { ClickLog } from "../click-log.ts";
import { describeBatch, type BatchDescriber } from "./describe-batch.ts";
import type { MicroBatch } from "./micro-batch.ts";
import { createWakingSleep } from "./waking-sleep.ts";

export type VisitFeedOptions = BatchDescriber & {
  readonly log: ClickLog;
  readonly begin: () => Promise<unknown>;
  readonly flushMs: number;
  readonly backoff: Backoff;
  readonly random: () => number;
};

/** Between two tries when no time is left for more. */
const closingBackoff: Backoff = { firstMs: 10, mostMs: 100 };

/**
 * Carries batches from the buffer into the log, one after the other: described a few at a time, so that redirects go
 * between, then appended.
 *
 * A batch that the log refuses is tried again for as long as the buffer has room. After that the oldest batch is dropped
 * for each try that fails, so that one that is always refused does not stand in the way of the others for ever.
 */
export class VisitFeed {
  readonly #options: VisitFeedOptions;
  readonly #sleep = createWakingSleep();
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #failures = 0;
  #hasBegun = false;
  #isClosing = false;
  #isOver = false;

  constructor(options: VisitFeedOptions) {
    this.#options = options;
  }

  /** Something was added; it goes to the log within `flushMs`. */
  arm(): void {
    if (this.#running === undefined && this.#timer === undefined) {
      this.#timer = setTimeout(this.start, this.#options.flushMs);
    }
  }

  /** Something was added that a redirect waits for. */
  readonly start = (): void => {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#running ??= this.#run();
  };

  /** Carries what is left, as fast as it can be. */
  async finish(): Promise<void> {
    this.#isClosing = true;
    this.#failures = 0;
    if (!this.#options.buffer.isEmpty()) this.start();
    this.#sleep.wake();
    await this.#running;
  }

  /** Gives up; an append that is under way is not waited for. */
  abandon(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#sleep.wake();
  }

  async #run(): Promise<void> {
    await nextTurn();
    await this.#begin();
    do await this.#deliverOldest();
    while (!this.#isOver && this.#isPressed());
    this.#running = undefined;
    if (!this.#isOver && !this.#options.buffer.isEmpty()) this.arm();
  }

  async #begin(): Promise<void> {
    while (!this.#isOver && !this.#hasBegun) {
      try {
        await this.#options.begin();
        this.#hasBegun = true;
      } catch (error) {
        this.#failures += 1;
        this.#options.onFault(error);
        await this.#pause();
      }
    }
  }

  /** Whether the next batch must not wait for the timer. */
  #isPressed(): boolean {
    const { buffer } = this.#options;
    return this.#isClosing ? !buffer.isEmpty() : buffer.isDue();
  }

  async #deliverOldest(): Promise<void> {
    const batch = this.#options.buffer.oldest();
    if (batch === undefined) return;
    await describeBatch(this.#options, batch, () => !this.#isOver);
    while (!this.#isOver && !(await this.#append(batch))) await this.#pause();
  }

  /** @returns Whether the batch has left the buffer. */
  async #append(batch: MicroBatch): Promise<boolean> {
    const { buffer, log, onFault } = this.#options;
    try {
      if (batch.clicks.length > 0) await log.append(batch.clicks);
      this.#failures = 0;
      buffer.remove(batch, "taken");
      return true;
    } catch (error) {
      this.#failures += 1;
      onFault(error);
      if (!buffer.hasRefused()) return false;
      buffer.remove(batch, "log-failed");
      return true;
    }
  }

  #pause(): Promise<void> {
    const { backoff, random } = this.#options;
    return this.#sleep.sleep(backoffMs(this.#isClosing ? closingBackoff : backoff, this.#failures, random()));
  }
}
