import { decide, type Question } from "./decide.ts";
import type { Decision } from "./decision.ts";
import type { OnFailure } from "./failure/on-failure.ts";
import { openOrClosed } from "./failure/open-or-closed.ts";
import type { LimiterObserver } from "./observer.ts";
import type { Policy } from "./policy.ts";
import { quietly } from "./quietly.ts";
import { partsOf } from "./scope-parts.ts";
import { shown } from "./shown.ts";
import { StoreFailure } from "./store-failure.ts";
import type { Charge, Store, SyncStore, Verdicts } from "./store.ts";
import { warnOnce, type WarningSink } from "./warnings.ts";

/** How a question is put: `charge` takes, `peek` looks. */
export type Manner = "charge" | "peek";

/** Whom no counter can answer is not asked about. */
const unasked: Verdicts = { verdicts: [], atMicros: 0 };

/** Asks a store, and answers in its place when it cannot. */
export type Answers = {
  of(question: Question, manner: Manner): Promise<Decision>;
  /** The same of a store that answers at once. */
  now(syncStore: SyncStore, question: Question, manner: Manner): Decision;
  /** Gives back what a decision took, to whoever made it. @throws {StoreFailure} */
  refund(charges: readonly Charge[], decision: Decision): Promise<void>;
  /** Does what nobody can do in the store's place. @throws {StoreFailure} */
  act(work: () => Promise<unknown>): Promise<void>;
};

export function createAnswers(
  store: Store,
  observer: LimiterObserver | undefined,
  onWarning: WarningSink | undefined,
): Answers {
  const fallback = store.fallback ?? openOrClosed;
  const modesOf = (charges: readonly Charge[]) => charges.map(({ policy }) => modeOf(policy, store));
  const tell = (question: Question, manner: Manner, decision: Decision): Decision => {
    if (manner === "charge") quietly(() => observer?.onDecision?.(decision, partsOf(question.scope)));
    return decision;
  };
  const standIn = (question: Question, manner: Manner, error: unknown): Decision => {
    const failure = noted(error, observer);
    if (observer?.onFailure === undefined) warn(failure, store, onWarning);
    const modes = modesOf(question.possible);
    const verdicts = fallback.decide(question.possible, modes, verbOf(question, manner));
    const decision = decide(question, verdicts, failure);
    return tell(question, manner, isClosed(question, modes) ? { ...decision, violated: [] } : decision);
  };
  const act: Answers["act"] = async (work) => {
    try {
      await work();
    } catch (error) {
      throw noted(error, observer);
    }
  };
  return {
    act,
    refund: (charges, { degraded, atMicros }) =>
      act(async () =>
        degraded ? fallback.refund(charges, modesOf(charges), atMicros) : store.refund(charges, atMicros),
      ),
    async of(question, manner) {
      try {
        return tell(question, manner, decide(question, await answer(store, question, manner)));
      } catch (error) {
        return standIn(question, manner, error);
      }
    },
    now(syncStore, question, manner) {
      try {
        return tell(question, manner, decide(question, answerNow(syncStore, question, manner)));
      } catch (error) {
        return standIn(question, manner, error);
      }
    },
  };
}

function noted(error: unknown, observer: LimiterObserver | undefined): StoreFailure {
  const failure = toStoreFailure(error);
  quietly(() => observer?.onFailure?.(failure));
  return failure;
}

/**
 * Where nobody listens, the first is told; a refusal too that comes later, since it may never heal. What can only be
 * closed has not failed.
 */
function warn({ code, message }: StoreFailure, { traits }: Store, onWarning: WarningSink | undefined): void {
  if (code === "STORE_CLOSED" && traits.onFailure === "never") return;
  warnOnce(code === "STORE_REFUSED" ? code : "STORE_FAILED", onWarning, ` ${message}`);
}

/** A store that cannot fail can still be closed: then nothing passes. */
function modeOf({ onFailure }: Policy, { traits }: Store): OnFailure {
  const mode = onFailure ?? traits.onFailure;
  return mode === "never" || mode === "per-policy" ? "closed" : mode;
}

/** Whether nobody has used up anything: a failure must not look like a denial. */
function isClosed({ isHopeless, possible }: Question, modes: readonly OnFailure[]): boolean {
  return !isHopeless && modes.some((mode, at) => mode === "closed" && possible[at]?.policy.shadow === false);
}

/** Who can never pass is not charged by the policies that would let him. */
function verbOf({ isHopeless }: Question, manner: Manner): Manner {
  return isHopeless ? "peek" : manner;
}

function answer(store: Store, question: Question, manner: Manner): Promise<Verdicts> | Verdicts {
  const { possible } = question;
  return possible.length === 0 ? unasked : store[verbOf(question, manner)](possible);
}

function answerNow(store: SyncStore, question: Question, manner: Manner): Verdicts {
  const { possible } = question;
  if (possible.length === 0) return unasked;
  return verbOf(question, manner) === "peek" ? store.peekNow(possible) : store.chargeNow(possible);
}

/**
 * Known by its name: a store from another copy of this package has another class.
 *
 * @throws {LimiterError} What is configured wrongly is no failure, which would look like an outage for ever.
 */
function toStoreFailure(error: unknown): StoreFailure {
  if (error instanceof Error) {
    if (error.name === "LimiterError") throw error;
    if (error.name === "StoreFailure" && "code" in error) return error as StoreFailure;
  }
  const text = error instanceof Error ? error.message : shown(error);
  return new StoreFailure("STORE_REFUSED", `The store failed: ${text}`, { cause: error });
}
