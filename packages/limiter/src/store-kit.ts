import type { Algorithm, AlgorithmName } from "./algorithm.ts";
import { atLimit, freshState, stayUntil, unitsUsed } from "./algorithms/adopt.ts";
import { algorithmFromParameters } from "./algorithms/index.ts";
import { isSameButLimit } from "./algorithms/is-same-but-limit.ts";
import type { Charge, Verdict, Verdicts } from "./store.ts";
import { toTick } from "./ticks.ts";

export { guardStore } from "./failure/guard-store.ts";
export type { GuardOptions } from "./failure/guard-options.ts";
export { StoreFailure } from "./store-failure.ts";
export type * from "./store.ts";

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

/** What a step answers, and what must be stored before it is answered; undefined: to be removed. */
export type StepResult<Answer> = {
  readonly answer: Answer;
  readonly written: ReadonlyMap<string, StoredCounter | undefined>;
};

/** One thing that a store is asked, as arithmetic on the counters it concerns; all of them at one instant. */
export type Step<Answer> = (counters: Counters, atMicros: number) => StepResult<Answer>;

/** One text for each counter: of the policy's name, its version, and the key. */
export function counterText({ policy, key }: Charge): string {
  return JSON.stringify([policy.name, policy.version, key]);
}

/** What `Store.charge` does. */
export function chargeStep(charges: readonly Charge[]): Step<Verdicts> {
  return (counters, atMicros) => {
    const drafts = new Map<string, Draft>();
    const waits = waitsOf(charges, counters, atMicros, drafts);
    const isRefused = charges.some(({ policy }, index) => !policy.shadow && waits[index] !== 0);
    // What a policy in shadow refused is left as it was.
    const taken = charges.filter((_, index) => !isRefused && waits[index] === 0).map(counterText);
    const written = new Map(
      [...drafts].filter(([text]) => taken.includes(text)).map(([text, draft]) => [text, toStored(draft)]),
    );
    return { answer: verdictsOf(charges, waits, new Map([...counters, ...written]), atMicros), written };
  };
}

/** What `Store.peek` does. */
export function peekStep(charges: readonly Charge[]): Step<Verdicts> {
  return (counters, atMicros) => {
    const waits = waitsOf(charges, counters, atMicros, new Map());
    return { answer: verdictsOf(charges, waits, counters, atMicros), written: new Map() };
  };
}

/** What `Store.refund` does. */
export function refundStep(charges: readonly Charge[], takenAtMicros: number): Step<readonly number[]> {
  return changeEach(charges, ({ algorithm, state }, atMicros, cost) =>
    algorithm.refund(state, 0, toTick(algorithm, atMicros), cost, toTick(algorithm, takenAtMicros)),
  );
}

/** What `Store.penalize` does. */
export function penalizeStep(charges: readonly Charge[]): Step<unknown> {
  return changeEach(charges, (draft, atMicros, cost) => {
    draft.blockedUntil = Math.max(0, draft.blockedUntil);
    draft.algorithm.penalize(draft.state, 0, toTick(draft.algorithm, atMicros), cost);
  });
}

/** What `Store.block` does. */
export function blockStep(charges: readonly Charge[], durationMs: number): Step<unknown> {
  return changeEach(charges, (draft, atMicros) => {
    const ticks = Math.ceil((durationMs * 1000) / draft.algorithm.microsPerTick);
    const until = toTick(draft.algorithm, atMicros) + ticks;
    draft.blockedUntil = durationMs === 0 ? 0 : Math.max(draft.blockedUntil, until);
  });
}

/** What `Store.reset` does. */
export function resetStep(charges: readonly Charge[]): Step<unknown> {
  return () => ({ answer: undefined, written: new Map(charges.map((charge) => [counterText(charge), undefined])) });
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
type Draft = { algorithm: Algorithm; state: number[]; blockedUntil: number };

function changeEach<Result>(
  charges: readonly Charge[],
  change: (draft: Draft, atMicros: number, cost: number) => Result,
): Step<readonly Result[]> {
  return (counters, atMicros) => {
    const drafts = new Map<string, Draft>();
    const answer = charges.map((charge) => {
      const draft = draftIn(drafts, charge, counters, atMicros);
      return change(draft, atMicros, charge.cost);
    });
    return { answer, written: new Map([...drafts].map(([text, draft]) => [text, toStored(draft)])) };
  };
}

/** The counter's draft; who names a counter twice meets what he did to it first. */
function draftIn(drafts: Map<string, Draft>, charge: Charge, counters: Counters, atMicros: number): Draft {
  const text = counterText(charge);
  const known = drafts.get(text);
  const draft = draftOf(charge.policy.algorithm, known === undefined ? counters.get(text) : toStored(known), atMicros);
  drafts.set(text, draft);
  return draft;
}

/** A copy of what is stored, as it is for the quota (algorithms/adopt.ts). */
function draftOf(algorithm: Algorithm, stored: StoredCounter | undefined, atMicros: number): Draft {
  if (stored === undefined) return { algorithm, state: freshState(algorithm), blockedUntil: 0 };
  const { blockedUntil } = stored;
  const state = [...stored.state];
  const from = algorithmFromParameters(stored.algorithm, stored.parameters);
  if (isSameButLimit(from, algorithm)) return { algorithm, state, blockedUntil };
  if (lifeMicros(stored, atMicros) === 0) return { algorithm, state: freshState(algorithm), blockedUntil: 0 };
  return { algorithm: atLimit(from, algorithm.limit), state, blockedUntil };
}

function toStored({ algorithm, state, blockedUntil }: Draft): StoredCounter {
  return { algorithm: algorithm.name, parameters: algorithm.parameters, state, blockedUntil };
}

/** What each has to wait, taken one after the other. */
function waitsOf(
  charges: readonly Charge[],
  counters: Counters,
  atMicros: number,
  drafts: Map<string, Draft>,
): readonly number[] {
  return charges.map((charge) => {
    const draft = draftIn(drafts, charge, counters, atMicros);
    return takeFrom(draft, charge, atMicros);
  });
}

/** @returns how long to wait for it in microseconds; 0 when it was taken. */
function takeFrom(draft: Draft, { policy, cost }: Charge, atMicros: number): number {
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

function verdictsOf(
  charges: readonly Charge[],
  waits: readonly number[],
  counters: Counters,
  atMicros: number,
): Verdicts {
  const verdicts = charges.map((charge, index): Verdict => {
    const draft = draftOf(charge.policy.algorithm, counters.get(counterText(charge)), atMicros);
    const tick = toTick(draft.algorithm, atMicros);
    const waitMicros = waits[index] ?? 0;
    return {
      allowed: waitMicros === 0,
      remaining: draft.blockedUntil > tick ? 0 : draft.algorithm.remaining(draft.state, 0, tick),
      retryAfterMs: Math.ceil(waitMicros / 1000),
      resetAfterMs: Math.ceil((freshAtMicros(draft, atMicros) - atMicros) / 1000),
    };
  });
  return { verdicts, atMicros };
}

function freshAtMicros({ algorithm, state, blockedUntil }: Draft, atMicros: number): number {
  const tick = toTick(algorithm, atMicros);
  const freshAt = Math.max(blockedUntil, tick + algorithm.life(state, 0, tick));
  return Math.max(atMicros, freshAt * algorithm.microsPerTick);
}
