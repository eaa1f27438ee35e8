import type { BreakerState } from "../observer.ts";

export type BreakerOptions = {
  /** So many failures in a row open it. At least 1. */
  readonly failures: number;
  /** And more than one must have taken so long: whatever is in flight during one short pause fails at once. */
  readonly spanMs: number;
  /** How long the store is left alone the first time. */
  readonly coolDownMs: number;
  /** The cool-down doubles with each probe that fails, up to this. */
  readonly maxCoolDownMs: number;
  readonly nowMs: () => number;
  /** 0 to 1: a cool-down is between half of its length and all of it, so that nodes do not come back together. */
  readonly random: () => number;
  readonly onChange: (state: BreakerState) => void;
};

/** What `enter` gives: outcomes of an earlier state count no more. */
export type Ticket = number;

/** Keeps calls away from a store that fails, and lets one at a time find out whether it answers again. */
export type Breaker = {
  readonly state: BreakerState;
  /** @returns Undefined: do not ask the store. Else its outcome has to be told. */
  enter(): Ticket | undefined;
  succeeded(ticket: Ticket): void;
  failed(ticket: Ticket): void;
  /** Opens it, whatever was counted. */
  trip(): void;
};

export function createBreaker(options: BreakerOptions): Breaker {
  const { failures, spanMs, coolDownMs, maxCoolDownMs, nowMs, random, onChange } = options;
  let state: BreakerState = "closed";
  let ticket: Ticket = 0;
  let inARow = 0;
  let firstAtMs = 0;
  let nextCoolDownMs = coolDownMs;
  let openUntilMs = 0;
  const change = (next: BreakerState) => {
    state = next;
    ticket++;
    inARow = 0;
    onChange(next);
  };
  const trip = () => {
    openUntilMs = nowMs() + nextCoolDownMs * (1 - random() / 2);
    nextCoolDownMs = Math.min(maxCoolDownMs, nextCoolDownMs * 2);
    change("open");
  };
  return {
    get state() {
      return state;
    },
    enter() {
      if (state === "closed") return ticket;
      if (state === "half-open" || nowMs() < openUntilMs) return undefined;
      change("half-open");
      return ticket;
    },
    succeeded(held) {
      if (held !== ticket) return;
      inARow = 0;
      if (state === "closed") return;
      nextCoolDownMs = coolDownMs;
      change("closed");
    },
    failed(held) {
      if (held !== ticket) return;
      if (inARow === 0) firstAtMs = nowMs();
      inARow++;
      const isEnough = inARow >= failures && (failures === 1 || nowMs() - firstAtMs >= spanMs);
      if (state === "half-open" || isEnough) trip();
    },
    trip,
  };
}
