import { setTimeout as sleep } from "node:timers/promises";
import { backoffMs } from "../backoff.ts";
import type { ClickSource } from "../click-log.ts";

/** `stopping` and `pausing`: until the batch that is under way is done. */
export type WriterState = "new" | "running" | "pausing" | "paused" | "stopping" | "stopped";

export type RoundOutcome = {
  readonly hasStored: boolean;
  /** Whether there was so much that the next round must not wait. */
  readonly isBehind: boolean;
  readonly hasFailed: boolean;
};

export type WriterLoopOptions = {
  readonly round: (signal: AbortSignal) => Promise<RoundOutcome>;
  readonly source: Pick<ClickSource, "wait">;
  readonly idleMs: number;
  readonly random: () => number;
};

const backoff = { firstMs: 100, mostMs: 5_000 };

/** Makes rounds until it is told to pause or to stop, and waits where there is nothing to do or something fails. */
export class WriterLoop {
  readonly #options: WriterLoopOptions;
  #state: WriterState = "new";
  #ended: Promise<void> = Promise.resolve();
  /** Rounds that have failed one after the other. */
  #failures = 0;
  /** Aborted by whoever wants another state: a round ends early, a wait at once. */
  #change = new AbortController();
  readonly #parked: (() => void)[] = [];

  constructor(options: WriterLoopOptions) {
    this.#options = options;
  }

  state(): WriterState {
    return this.#state;
  }

  start(): void {
    if (this.#state !== "new") return;
    this.#state = "running";
    this.#ended = this.#run();
  }

  async pause(): Promise<void> {
    if (this.#state !== "running" && this.#state !== "pausing") return;
    this.#state = "pausing";
    const parked = new Promise<void>((resolve) => this.#parked.push(resolve));
    this.#change.abort();
    await parked;
  }

  resume(): void {
    if (this.#state !== "paused" && this.#state !== "pausing") return;
    this.#state = "running";
    this.#failures = 0;
    this.#change.abort();
  }

  async stop(): Promise<void> {
    if (this.#state === "new") this.#state = "stopped";
    if (this.#state !== "stopped") this.#state = "stopping";
    this.#change.abort();
    await this.#ended;
  }

  async #run(): Promise<void> {
    while (this.#state !== "stopping") {
      this.#change = new AbortController();
      const { signal } = this.#change;
      if (this.#state === "running") await this.#goOn(signal);
      else await this.#park(signal);
    }
    this.#state = "stopped";
    this.#tellParked();
  }

  async #goOn(signal: AbortSignal): Promise<void> {
    const { round, source, idleMs, random } = this.#options;
    const { hasStored, isBehind, hasFailed } = await round(signal);
    // A fault of one partition slows the others no more than the first of its kind.
    const before = hasStored ? 0 : this.#failures;
    this.#failures = hasFailed ? before + 1 : 0;
    if (signal.aborted) return;
    if (hasFailed) await rest(backoffMs(backoff, this.#failures, random()), signal);
    else if (!hasStored) await source.wait(idleMs, signal);
    else if (!isBehind) await rest(idleMs, signal);
  }

  async #park(signal: AbortSignal): Promise<void> {
    this.#state = "paused";
    this.#tellParked();
    await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
  }

  #tellParked(): void {
    for (const tell of this.#parked.splice(0)) tell();
  }
}

/** An early end is no fault. */
async function rest(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined);
}
