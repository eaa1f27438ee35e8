import type { Charge, Verdict, Verdicts } from "./store.ts";
import { counterText, draftIn, draftOf, freshAtMicros, takeFrom, toStored } from "./stored-counter.ts";
import type { Counters, Draft, StoredCounter } from "./stored-counter.ts";
import { toTick } from "./ticks.ts";

export { guardStore } from "./failure/guard-store.ts";
export type { GuardOptions } from "./failure/guard-options.ts";
export { StoreFailure } from "./store-failure.ts";
export type * from "./store.ts";
export { counterText, lifeMicros, type Counters, type StoredCounter } from "./stored-counter.ts";

/** What a step answers, and what must be stored before it is answered; undefined: to be removed. */
export type StepResult<Answer> = {
  readonly answer: Answer;
  readonly written: ReadonlyMap<string, StoredCounter | undefined>;
};

/** One thing that a store is asked, as arithmetic on the counters it concerns; all of them at one instant. */
export type Step<Answer> = (counters: Counters, atMicros: number) => StepResult<Answer>;

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
