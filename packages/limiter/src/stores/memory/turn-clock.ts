import { calling } from "../../calling.ts";
import { checkOption } from "../../check-count.ts";
import type { Clock } from "../../clock.ts";

/** Calls in a row, each within `rushMs` of the one before, before a reading is used twice. */
const rushLength = 8;
const rushMs = 0.002;
/** Calls that share a reading: 8 would cost 2 ns more for each, none 40 ns more. */
const sharing = 16;

/** A clock that can be read more cheaply where many ask at once. */
export interface TurnClock {
  /** Microseconds since 1970, read now. */
  exact(): number;
  /**
   * The same, or what it was at one of the last 15 calls in the same turn of the event loop, however long ago that is: so
   * 15 at most are counted too early between two readings. May be used to let a request pass; to refuse one, read `exact`.
   */
  recent(): number;
}

/**
 * One that is always exact: for clocks that are given.
 *
 * @throws {LimiterError} `STORE_OPTION_INVALID`, now and at each reading, when it throws or tells no time.
 */
export function wrapClock(clock: Clock): TurnClock {
  const exact = () =>
    checkOption(calling("clock", clock, "STORE_OPTION_INVALID"), "clock()", 0, Number.MAX_SAFE_INTEGER);
  exact();
  return { exact, recent: exact };
}

/**
 * Wall time at start and monotonic time since: windows align to the epoch, and a wall clock that is set later changes
 * nothing.
 *
 * Reading the clock takes longer than the rest of a decision in memory. A loop that asks without a pause therefore gets
 * one reading for 16 calls, as long as these follow each other within 2 µs on average; the reading is dropped when the
 * turn ends. A caller that asks once in a turn reads the clock each time. A clock that stands still (a test's, or one
 * made coarse by the runtime) is never shared.
 */
export function createTurnClock(): TurnClock {
  return new RushClock();
}

class RushClock implements TurnClock {
  readonly #startMicros = Math.floor((Date.now() - performance.now()) * 1000);
  /** Milliseconds at the last reading; in an array, since a number in a field is allocated anew. */
  readonly #lastMs = new Float64Array(1);
  /**
   * The last answer. Undefined at first on purpose: V8 then keeps a number as an object, which it can hand on as it is,
   * where it would make one for each call of an algorithm.
   */
  #lastMicros: number | undefined;
  #rush = 0;
  #left = 0;
  #isTurnWatched = false;
  readonly #endTurn = () => {
    this.#isTurnWatched = false;
    this.#left = 0;
    this.#rush = 0;
  };

  recent(): number {
    if (this.#left > 0) this.#left--;
    else this.exact();
    return this.#lastMicros ?? 0;
  }

  exact(): number {
    const ms = performance.now();
    const sinceMs = ms - (this.#lastMs[0] as number);
    const micros = this.#startMicros + Math.floor(ms * 1000);
    this.#lastMs[0] = ms;
    this.#lastMicros = micros;
    if (this.#isTurnWatched) this.#left = sinceMs > 0 && sinceMs < sharing * rushMs ? sharing - 1 : 0;
    else if (!(sinceMs > 0 && sinceMs < rushMs)) this.#rush = 0;
    else if (++this.#rush === rushLength) this.#share();
    return micros;
  }

  #share(): void {
    this.#isTurnWatched = true;
    this.#left = sharing - 1;
    // Runs before anything else that arrives can ask.
    queueMicrotask(this.#endTurn);
  }
}
