import type { Charge, Store } from "../store.ts";
import { BoundedCalls } from "./bounded-calls.ts";
import { createFallback } from "./create-fallback.ts";
import { checkGuardOptions, type GuardOptions } from "./guard-options.ts";
import { Shards } from "./shards.ts";
import { systemTimers, type Alarm, type Surroundings, type Timers } from "./timers.ts";

/**
 * Puts bounds around a remote store: each call is over within its deadline, so many are in flight at most, and a store
 * that keeps failing is left alone until one call at a time finds that it answers again. Where the store says in which of
 * its parts counters lie (`shardOf`), each part has bounds of its own.
 *
 * Nothing is ever asked twice: what timed out may have been counted. An answer that comes after its deadline changes
 * nothing. What the store says of one counter (`STORE_STATE_UNREADABLE`) is no reason to leave it alone.
 *
 * It brings the `fallback` that counts in its place under `onFailure: "memory"`, one for all limiters on this store.
 *
 * `close` ends what is in flight with `STORE_CLOSED`, then closes `store`, and waits for that no longer than a deadline.
 *
 * @throws {LimiterError} `OPTION_UNKNOWN`, `STORE_OPTION_INVALID`
 */
export function guardStore(store: Store, options: GuardOptions = {}): Store {
  return guardStoreIn({ timers: systemTimers, random: Math.random }, store, options);
}

/** The same, in surroundings of the caller's choice. */
export function guardStoreIn(surroundings: Surroundings, store: Store, options: GuardOptions): Store {
  const { timers } = surroundings;
  const checked = checkGuardOptions(options);
  const shards = new Shards(store.traits.isSharded, (shard) => new BoundedCalls(checked, surroundings, shard));
  const run = <Answer>(charges: readonly Charge[], ask: () => Promise<Answer>): Promise<Answer> =>
    shards.of(store.shardOf?.(charges)).run(ask);
  return {
    traits: store.traits,
    fallback: store.fallback ?? createFallback({ liveNodes: store.traits.liveNodes, timers }),
    accept: (policy) => store.accept?.(policy),
    charge: (charges) => run(charges, () => store.charge(charges)),
    peek: (charges) => run(charges, () => store.peek(charges)),
    refund: (charges, takenAtMicros) => run(charges, () => store.refund(charges, takenAtMicros)),
    penalize: (charges) => run(charges, () => store.penalize(charges)),
    block: (charges, durationMs) => run(charges, () => store.block(charges, durationMs)),
    reset: (charges) => run(charges, () => store.reset(charges)),
    async close() {
      if (shards.close()) await atMost(checked.deadlineMs, timers, store.close());
    },
  };
}

/** Waits no longer than that, without saying why. */
async function atMost(deadlineMs: number, timers: Timers, work: Promise<void>): Promise<void> {
  let alarm: Alarm | undefined;
  const passed = new Promise<void>((resolve) => {
    alarm = timers.after(deadlineMs, resolve);
    alarm.hold(true);
  });
  try {
    await Promise.race([work, passed]);
  } finally {
    alarm?.callOff();
  }
}
