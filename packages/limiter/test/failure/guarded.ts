import type { GuardOptions } from "../../src/failure/guard-options.ts";
import { guardStoreIn } from "../../src/failure/guard-store.ts";
import type { BreakerState } from "../../src/observer.ts";
import { StoreFailure } from "../../src/store-failure.ts";
import type { Store } from "../../src/store.ts";
import { answer, charges, createHandStore, watch, type HandStore } from "./hand-store.ts";
import { createHandTimers, settled, type HandTimers } from "./hand-timers.ts";

/** A guard around a store of hand, with what a test needs to move both. */
export type Guarded = {
  readonly raw: HandStore;
  readonly store: Store;
  readonly timers: HandTimers;
  readonly states: readonly BreakerState[];
  /** Replies that came too late. */
  readonly late: number;
  charge(): { readonly outcome: unknown };
  /** Charges, and the store answers. */
  answered(): Promise<unknown>;
  /** Charges, and the store fails. */
  failed(reason?: unknown): Promise<unknown>;
};

export const refusal = new StoreFailure("STORE_REFUSED", "READONLY");

export function guarded(options: GuardOptions = {}, random = () => 0): Guarded {
  const raw = createHandStore();
  const timers = createHandTimers();
  const states: BreakerState[] = [];
  let late = 0;
  const observer = { onBreaker: (state: BreakerState) => void states.push(state), onLateReply: () => void late++ };
  const store = guardStoreIn({ timers, random }, raw, { observer, ...options });
  const charge = () => watch(store.charge(charges));
  const ended = async (end: () => void): Promise<unknown> => {
    const sent = raw.calls.length;
    const call = charge();
    if (raw.calls.length > sent) end();
    await settled();
    return call.outcome;
  };
  return {
    raw,
    store,
    timers,
    states,
    get late() {
      return late;
    },
    charge,
    answered: () => ended(() => raw.last().resolve(answer)),
    failed: (reason = refusal) => ended(() => raw.last().reject(reason)),
  };
}
