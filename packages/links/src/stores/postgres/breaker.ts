import { StoreError } from "../../store-error.ts";

export type BreakerOptions = {
  /** Resolves when the server answers; it has a deadline of its own. */
  readonly probe: () => Promise<void>;
  /** As `probe`, and soon: callers wait meanwhile for what may be dead. */
  readonly verify: () => Promise<void>;
  /** From one probe that failed to the next, at first; twice as long each time up to `maxPauseMs`. */
  readonly minPauseMs: number;
  readonly maxPauseMs: number;
  /** Told once each time the server is given up, so that nobody goes on waiting for it. */
  readonly onOpen: (reason: StoreError) => void;
  /** Told each time the server has answered after it was suspected or given up. */
  readonly onAnswer: () => void;
};

export type BreakerStats = {
  readonly isOpen: boolean;
  readonly opened: number;
  /** Questions that were refused without asking the server. */
  readonly refused: number;
};

/**
 * Keeps questions from a server that does not answer: they are refused at once and cost nothing. Meanwhile probes of its
 * own, one at a time and never a caller's question, look whether it is back.
 */
export class Breaker {
  readonly #options: BreakerOptions;
  #reason: StoreError | undefined;
  #timer: NodeJS.Timeout | undefined;
  #pauseMs: number;
  #isClosed = false;
  #isVerifying = false;
  #opened = 0;
  #refused = 0;

  constructor(options: BreakerOptions) {
    this.#options = options;
    this.#pauseMs = options.minPauseMs;
  }

  /** Why nothing may be asked while the server is given up; each call counts as a question that was refused. */
  refusal(): StoreError | undefined {
    if (this.#reason !== undefined) this.#refused += 1;
    return this.#reason;
  }

  /** Gives the server up if it does not answer: what failed may have failed alone. */
  suspect(cause: unknown): void {
    if (this.#reason !== undefined || this.#isClosed || this.#isVerifying) return;
    void this.#verify(cause);
  }

  /** Gives the server up until a probe succeeds. */
  open(cause: unknown): void {
    if (this.#reason !== undefined || this.#isClosed) return;
    const what = cause instanceof Error ? cause.message : String(cause);
    this.#reason = new StoreError("STORE_UNAVAILABLE", `The database does not answer: ${what}.`, { cause });
    this.#opened += 1;
    this.#options.onOpen(this.#reason);
    this.#pauseMs = this.#options.minPauseMs;
    this.#probeLater();
  }

  stats(): BreakerStats {
    return { isOpen: this.#reason !== undefined, opened: this.#opened, refused: this.#refused };
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  async #verify(cause: unknown): Promise<void> {
    this.#isVerifying = true;
    try {
      await this.#options.verify();
      this.#options.onAnswer();
    } catch {
      this.open(cause);
    } finally {
      this.#isVerifying = false;
    }
  }

  #probeLater(): void {
    this.#timer = setTimeout(() => void this.#probe(), this.#pauseMs).unref();
    this.#pauseMs = Math.min(this.#pauseMs * 2, this.#options.maxPauseMs);
  }

  async #probe(): Promise<void> {
    try {
      await this.#options.probe();
      this.#reason = undefined;
      this.#options.onAnswer();
    } catch {
      if (!this.#isClosed) this.#probeLater();
    }
  }
}
