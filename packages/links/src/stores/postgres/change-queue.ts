import type { LinkKey } from "../../link.ts";
import { StoreError } from "../../store-error.ts";
import { keyText } from "./key-text.ts";

export type ChangeQueueOptions = {
  /** Changes of one link that wait, at most; more are refused. */
  readonly lineLimit: number;
  /** Changes of all links that wait, at most. */
  readonly queueLimit: number;
  /** How long a change waits for those before it, until it is refused. */
  readonly waitMs: number;
};

export type ChangeStats = {
  readonly queued: number;
  /** Changes refused because too many of their link waited, or one waited for too long. */
  readonly overloaded: number;
};

type Waiting = {
  readonly start: () => void;
  readonly refuse: (error: unknown) => void;
  readonly timer: NodeJS.Timeout;
};

/**
 * Makes the changes of one link one after the other: they would wait for each other in the database anyway, each with a
 * connection, until none is left for anybody else. One that finds its link locked refuses those behind it, too, for they
 * would wait for the same.
 */
export class ChangeQueue {
  readonly #options: ChangeQueueOptions;
  /** Those that wait, by link; a link without a change under way has no line. */
  readonly #lines = new Map<string, Waiting[]>();
  readonly #counts = { queued: 0, overloaded: 0 };
  #isClosed = false;
  #whenIdle: (() => void) | undefined;

  constructor(options: ChangeQueueOptions) {
    this.#options = options;
  }

  /** @throws {StoreError} `STORE_OVERLOADED`, `STORE_LOCKED` before the change began, and whatever else it throws */
  async run<Result>(key: LinkKey, change: () => Promise<Result>): Promise<Result> {
    if (this.#isClosed) throw new StoreError("STORE_UNAVAILABLE", "The database was closed.");
    const text = keyText(key.domain, key.code);
    const line = this.#lines.get(text);
    if (line !== undefined) return this.#wait(text, line, change);
    this.#lines.set(text, []);
    return this.#start(text, change);
  }

  /** Refuses everything that waits. */
  refuseAll(error: StoreError): void {
    for (const line of this.#lines.values()) this.#refuseLine(line, error);
  }

  stats(): ChangeStats {
    return { ...this.#counts };
  }

  /** Refuses new ones and resolves when all accepted ones are answered. */
  async drain(): Promise<void> {
    this.#isClosed = true;
    if (this.#lines.size > 0) await new Promise<void>((resolve) => (this.#whenIdle = resolve));
  }

  #wait<Result>(text: string, line: Waiting[], change: () => Promise<Result>): Promise<Result> {
    const { lineLimit, queueLimit, waitMs } = this.#options;
    return new Promise((resolve, reject) => {
      if (line.length >= lineLimit || this.#counts.queued >= queueLimit) {
        throw this.#overload("Too many changes of this link are waiting");
      }
      const waiting: Waiting = {
        start: () => void this.#start(text, change).then(resolve, reject),
        refuse: reject,
        timer: setTimeout(() => this.#expire(line, waiting), waitMs),
      };
      line.push(waiting);
      this.#counts.queued += 1;
    });
  }

  async #start<Result>(text: string, change: () => Promise<Result>): Promise<Result> {
    try {
      return await change();
    } catch (error) {
      if (error instanceof StoreError && error.code === "STORE_LOCKED") {
        this.#refuseLine(this.#lines.get(text) ?? [], error);
      }
      throw error;
    } finally {
      this.#next(text);
    }
  }

  #next(text: string): void {
    const next = this.#lines.get(text)?.shift();
    if (next === undefined) {
      this.#lines.delete(text);
      if (this.#lines.size === 0) this.#whenIdle?.();
      return;
    }
    clearTimeout(next.timer);
    this.#counts.queued -= 1;
    next.start();
  }

  #refuseLine(line: Waiting[], error: StoreError): void {
    for (const { refuse, timer } of line.splice(0)) {
      clearTimeout(timer);
      this.#counts.queued -= 1;
      refuse(error);
    }
  }

  #expire(line: Waiting[], waiting: Waiting): void {
    const place = line.indexOf(waiting);
    if (place === -1) return;
    line.splice(place, 1);
    this.#counts.queued -= 1;
    waiting.refuse(this.#overload("The change waited for too long behind others of its link"));
  }

  #overload(what: string): StoreError {
    this.#counts.overloaded += 1;
    return new StoreError("STORE_OVERLOADED", `${what}. Try again, more slowly.`);
  }
}
