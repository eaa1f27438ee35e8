import type { BreakerState, StoreObserver } from "../observer.ts";
import { quietly } from "../quietly.ts";
import { StoreFailure } from "../store-failure.ts";
import { createBreaker, type Breaker, type Ticket } from "./breaker.ts";
import { createDeadlines, type Deadlines } from "./deadlines.ts";
import type { CheckedGuardOptions } from "./guard-options.ts";
import type { Surroundings, Timers } from "./timers.ts";

/** One that has no answer yet. */
type Call = { readonly ticket: Ticket; readonly dueAtMs: number; readonly reject: (reason: unknown) => void };

/** What the calls go to. */
export type Shard = {
  readonly name: string;
  /** Whether all go the same way: an answer then tells that no earlier call is still waiting for one. */
  readonly isOneNode: boolean;
};

/** Calls to a store, each over within its deadline, so many at a time, and none while its breaker is open. */
export class BoundedCalls {
  readonly #options: CheckedGuardOptions;
  readonly #timers: Timers;
  readonly #observer: StoreObserver;
  readonly #shard: Shard;
  readonly #breaker: Breaker;
  readonly #inTime: Deadlines<Call>;
  /** Past their deadline, and still kept by the store's client. */
  readonly #late = new Set<Call>();
  // Made once: where many calls fail at a time, a stack for each would cost more than the call.
  readonly #overloaded: StoreFailure;
  #leftAlone: StoreFailure;
  #lastReason: unknown;
  #closed: StoreFailure | undefined;

  constructor(options: CheckedGuardOptions, { timers, random }: Surroundings, shard: Shard) {
    const { deadlineMs, maxInFlight } = options;
    this.#shard = shard;
    this.#timers = timers;
    this.#options = options;
    this.#observer = options.observer;
    this.#breaker = createBreaker({
      ...options.breaker,
      spanMs: deadlineMs,
      nowMs: () => timers.nowMs(),
      random,
      onChange: (state) => this.#onChange(state),
    });
    this.#inTime = createDeadlines(timers, deadlineMs / 4, (call) => {
      this.#late.add(call);
      this.#fail(call, new StoreFailure("STORE_DEADLINE", `The store did not answer within ${deadlineMs} ms.`));
    });
    this.#overloaded = new StoreFailure("STORE_OVERLOADED", `${maxInFlight} calls to the store have no answer yet.`);
    this.#leftAlone = leftAlone(undefined);
  }

  get isClosed(): boolean {
    return this.#closed !== undefined;
  }

  /** Whether nothing would be lost with it. */
  get isIdle(): boolean {
    return this.#breaker.state === "closed" && this.#inTime.size + this.#late.size === 0;
  }

  /** Rejects with what `ask` does, or with a `StoreFailure`. A bound that is met already keeps it from being called. */
  run<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    // What this throws, the promise rejects with.
    return new Promise((resolve, reject) => {
      const ticket = this.#enter();
      const { deadlineMs } = this.#options;
      const call: Call = { ticket, dueAtMs: this.#timers.nowMs() + deadlineMs, reject };
      this.#inTime.add(call);
      attempt(ask).then(
        (answer) => {
          if (!this.#isInTime(call)) return;
          this.#breaker.succeeded(ticket);
          resolve(answer);
        },
        (reason: unknown) => {
          if (this.#isInTime(call)) this.#fail(call, reason);
        },
      );
    });
  }

  /** Ends all of them with `STORE_CLOSED`. @returns Whether they were open. */
  close(): boolean {
    if (this.#closed !== undefined) return false;
    this.#closed = new StoreFailure("STORE_CLOSED", "The store was closed. Close it after the last request.");
    this.#late.clear();
    for (const call of this.#inTime.clear()) call.reject(this.#closed);
    return true;
  }

  /** @throws {StoreFailure} When the store must not be asked now. */
  #enter(): Ticket {
    if (this.#closed !== undefined) throw this.#closed;
    const { maxInFlight } = this.#options;
    // Calls that nobody answered take all places: only a probe can tell whether anybody ever will.
    if (this.#breaker.state === "closed" && this.#late.size >= maxInFlight) this.#breaker.trip();
    const ticket = this.#breaker.enter();
    if (ticket === undefined) throw this.#leftAlone;
    if (this.#breaker.state === "closed" && this.#inTime.size + this.#late.size >= maxInFlight) throw this.#overloaded;
    return ticket;
  }

  #isInTime(call: Call): boolean {
    if (this.#inTime.remove(call)) return true;
    this.#late.delete(call);
    if (this.#closed === undefined) quietly(() => this.#observer.onLateReply?.());
    return false;
  }

  #fail(call: Call, reason: unknown): void {
    if (isOfOneCounter(reason)) this.#breaker.succeeded(call.ticket);
    else {
      this.#lastReason = reason;
      this.#breaker.failed(call.ticket);
    }
    call.reject(reason);
  }

  #onChange(state: BreakerState): void {
    if (state === "open") this.#leftAlone = leftAlone(this.#lastReason);
    // It answers again: who asked before will never hear of it, and must not keep the places for ever.
    if (state === "closed" && this.#shard.isOneNode) this.#late.clear();
    quietly(() => this.#observer.onBreaker?.(state, this.#shard.name));
  }
}

function leftAlone(cause: unknown): StoreFailure {
  return new StoreFailure("STORE_BREAKER_OPEN", "The store failed; it is left alone for a while.", { cause });
}

/** The store answers, but not about this counter; or it was asked what makes no sense. */
function isOfOneCounter(reason: unknown): boolean {
  if (!(reason instanceof Error)) return false;
  return reason.name === "LimiterError" || ("code" in reason && reason.code === "STORE_STATE_UNREADABLE");
}

/** A store that throws where it should reject makes no difference. */
async function attempt<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  return ask();
}
