import { setImmediate as nextTurn } from "node:timers/promises";
import { backoffMs, type Backoff } from "../backoff.ts";
import { ClickError } from "../click-error.ts";
import type { MicroBatch } from "./micro-batch.ts";
import type { VisitBuffer } from "./visit-buffer.ts";
import type { VisitSink } from "./visit-sink.ts";
import { createWakingSleep } from "./waking-sleep.ts";

export type VisitFeedOptions = {
  readonly buffer: VisitBuffer;
  readonly sink: VisitSink;
  readonly flushMs: number;
  /** From the start of one batch to that of the next, at least. */
  readonly gatherMs: number;
  readonly backoff: Backoff;
  readonly random: () => number;
  readonly onFault: (error: unknown) => void;
};

/** Between two tries when no time is left for more. */
const closingBackoff: Backoff = { firstMs: 10, mostMs: 100 };

/**
 * Carries batches from the buffer to the sink, one after the other.
 *
 * A batch that is refused is tried again for as long as the buffer has room. After that the oldest batch is dropped
 * for each try that fails, so that one that is always refused does not stand in the way of the others for ever.
 */
export class VisitFeed {
  readonly #options: VisitFeedOptions;
  readonly #sleep = createWakingSleep();
  readonly #gathering = createWakingSleep();
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #failures = 0;
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
    this.#wake();
    await this.#running;
  }

  /** Gives up; a batch that is under way is not waited for. */
  abandon(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#wake();
  }

  #wake(): void {
    this.#sleep.wake();
    this.#gathering.wake();
  }

  async #run(): Promise<void> {
    await nextTurn();
    for (;;) {
      const gathered = this.#gathering.sleep(this.#isClosing ? 0 : this.#options.gatherMs);
      await this.#deliverOldest();
      if (this.#isOver || !this.#isPressed()) break;
      await gathered;
    }
    this.#gathering.wake();
    this.#running = undefined;
    if (!this.#isOver && !this.#options.buffer.isEmpty()) this.arm();
  }

  /** Whether the next batch must not wait for the timer. */
  #isPressed(): boolean {
    const { buffer } = this.#options;
    return this.#isClosing ? !buffer.isEmpty() : buffer.isDue();
  }

  async #deliverOldest(): Promise<void> {
    const batch = this.#options.buffer.oldest();
    if (batch === undefined) return;
    while (!this.#isOver && !(await this.#take(batch))) await this.#pause();
  }

  /** @returns Whether the batch has left the buffer. */
  async #take(batch: MicroBatch): Promise<boolean> {
    const { buffer, sink, onFault } = this.#options;
    try {
      const leftOut = await sink.take(batch.visits);
      this.#failures = 0;
      buffer.take(batch, leftOut);
      return true;
    } catch (error) {
      this.#failures += 1;
      onFault(error);
      const isUnsure = error instanceof ClickError && error.code === "CLICKS_UNSURE";
      if (!isUnsure && !buffer.hasRefused()) return false;
      buffer.drop(batch, isUnsure ? "unsure" : "log-failed");
      return true;
    }
  }

  #pause(): Promise<void> {
    const { backoff, random } = this.#options;
    return this.#sleep.sleep(backoffMs(this.#isClosing ? closingBackoff : backoff, this.#failures, random()));
  }
}
