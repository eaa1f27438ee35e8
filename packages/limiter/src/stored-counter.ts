import type { Algorithm, AlgorithmName } from "./algorithm.ts";
import { atLimit, freshState, stayUntil, unitsUsed } from "./algorithms/adopt.ts";
import { algorithmFromParameters } from "./algorithms/index.ts";
import { isSameButLimit } from "./algorithms/is-same-but-limit.ts";
import type { Charge } from "./store.ts";
import { toTick } from "./ticks.ts";

/** What a store keeps of one key: plain data, to be stored as it is. */
export type StoredCounter = {
  /** By which algorithm and quota it was counted last. */
  readonly algorithm: AlgorithmName;
  readonly parameters: readonly number[];
  /** The algorithm's own numbers. */
  readonly state: readonly number[];
  /**
   * Blocked before this tick of the algorithm; 0: not at all. Below 0: not blocked, and counted thus until the tick that is
   * its opposite, though another quota takes from it.
   */
  readonly blockedUntil: number;
};

/** Counters by their texts. Those that are missing are fresh. */
export type Counters = ReadonlyMap<string, StoredCounter>;

/** One text for each counter: of the policy's name, its version, and the key. */
export function counterText({ policy, key }: Charge): string {
  return JSON.stringify([policy.name, policy.version, key]);
}

/** After how many microseconds a counter equals a fresh one, so that it may be forgotten; not a moment sooner. */
export function lifeMicros(
  { algorithm: name, parameters, state, blockedUntil }: StoredCounter,
  atMicros: number,
): number {
  const algorithm = algorithmFromParameters(name, parameters);
  return freshAtMicros({ algorithm, state: [...state], blockedUntil }, atMicros) - atMicros;
}

/** A counter to write into. */
export type Draft = { algorithm: Algorithm; state: number[]; blockedUntil: number };

/** The counter's draft; who names a counter twice meets what he did to it first. */
export function draftIn(drafts: Map<string, Draft>, charge: Charge, counters: Counters, atMicros: number): Draft {
  const text = counterText(charge);
  const known = drafts.get(text);
  const draft = draftOf(charge.policy.algorithm, known === undefined ? counters.get(text) : toStored(known), atMicros);
  drafts.set(text, draft);
  return draft;
}

/** A copy of what is stored, as it is for the quota (algorithms/adopt.ts). */
export function draftOf(algorithm: Algorithm, stored: StoredCounter | undefined, atMicros: number): Draft {
  if (stored === undefined) return { algorithm, state: freshState(algorithm), blockedUntil: 0 };
  const { blockedUntil } = stored;
  const state = [...stored.state];
  const from = algorithmFromParameters(stored.algorithm, stored.parameters);
  if (isSameButLimit(from, algorithm)) return { algorithm, state, blockedUntil };
  if (lifeMicros(stored, atMicros) === 0) return { algorithm, state: freshState(algorithm), blockedUntil: 0 };
  return { algorithm: atLimit(from, algorithm.limit), state, blockedUntil };
}

export function toStored({ algorithm, state, blockedUntil }: Draft): StoredCounter {
  return { algorithm: algorithm.name, parameters: algorithm.parameters, state, blockedUntil };
}

/** @returns how long to wait for it in microseconds; 0 when it was taken. */
export function takeFrom(draft: Draft, { policy, cost }: Charge, atMicros: number): number {
  const { algorithm, state, blockedUntil } = draft;
  const tick = toTick(algorithm, atMicros);
  const from = Math.max(tick, blockedUntil);
  const freeAt = from + algorithm.wait(state, 0, from, cost);
  if (freeAt > tick) return freeAt * algorithm.microsPerTick - atMicros;
  const to = policy.algorithm;
  const counter = { algorithm, numbers: state, at: 0 };
  const units = unitsUsed(counter, atMicros) + cost;
  const until = algorithm === to ? 0 : stayUntil(counter, to, atMicros, units, -blockedUntil);
  if (algorithm === to || until > 0) {
    algorithm.take(state, 0, tick, cost);
  } else {
    draft.algorithm = to;
    draft.state = freshState(to);
    to.penalize(draft.state, 0, toTick(to, atMicros), units);
  }
  draft.blockedUntil = 0 - until;
  return 0;
}

export function freshAtMicros({ algorithm, state, blockedUntil }: Draft, atMicros: number): number {
  const tick = toTick(algorithm, atMicros);
  const freshAt = Math.max(blockedUntil, tick + algorithm.life(state, 0, tick));
  return Math.max(atMicros, freshAt * algorithm.microsPerTick);
}
