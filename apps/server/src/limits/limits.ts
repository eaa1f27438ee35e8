import { createLimiter, memoryStore, type Decision, type PolicyOptions } from "@narrows/limiter";
import type { Clocks } from "../clocks.ts";
import type { LimitOutcome } from "../metrics/limit-metrics.ts";
import type { PolicySet } from "./policy-set.ts";
import type { Purpose } from "./purpose.ts";

/** Counters of each policy. Past that, those that are nearly fresh make room for new ones. */
const maxKeys = 100_000;

/** One request, as limits see it. */
export type Ask = {
  readonly purpose: Purpose;
  readonly address: string;
  readonly isLocal: boolean;
  /** Undefined: no key is known. */
  readonly keyId: string | undefined;
  /** How much it asks for: the rows of a bulk request, else 1. */
  readonly units: number;
};

/** What became of a request; undefined: nothing limits it. */
export type LimitDecision = Decision | undefined;

/** Every limit of the service. */
export interface Limits {
  /** Takes the units from every policy that counts the request, or from none. */
  check(ask: Ask): LimitDecision | Promise<LimitDecision>;
  /** What `check` would say of one more. Takes nothing. */
  peek(ask: Ask): LimitDecision | Promise<LimitDecision>;
  /** Takes the units without asking, as far as they are there. */
  take(ask: Ask): Promise<void>;
  /** Gives back what `decision` took. */
  refund(ask: Ask, decision: Decision): Promise<void>;
  close(): Promise<void>;
}

/** Limits whose counters are in this process. */
export interface OwnLimits extends Limits {
  check(ask: Ask): LimitDecision;
  peek(ask: Ask): LimitDecision;
}

export type LimitsOptions = {
  /** The policies of now. Where they change, counters keep what was used. */
  readonly policies: () => PolicySet;
  readonly clocks: Clocks;
  readonly onDecision: (purpose: Purpose, outcome: LimitOutcome) => void;
};

type Question = Pick<Ask, "address" | "keyId"> & { readonly policies: readonly PolicyOptions[] };

/** Puts the limiter behind the policies. */
export function createLimits({ policies, clocks, onDecision }: LimitsOptions): OwnLimits {
  const limiter = createLimiter<Question>({
    policy: (question) => question.policies,
    scope: ({ address, keyId }) => ({ address, key: keyId }),
    store: memoryStore({ maxKeys, clock: microsecondClock(clocks) }),
  });
  const questionOf = ({ purpose, address, isLocal, keyId, units }: Ask): Question | undefined => {
    const selection = policies().select(purpose, { hasKey: keyId !== undefined, isLocal });
    return selection === undefined ? undefined : { address, keyId, policies: selection.forUnits(units) };
  };
  return {
    check(ask) {
      const question = questionOf(ask);
      if (question === undefined) return undefined;
      const decision = limiter.checkNow(question);
      onDecision(ask.purpose, outcomeOf(decision));
      return decision;
    },
    peek(ask) {
      const question = questionOf(ask);
      return question === undefined ? undefined : limiter.peekNow(question);
    },
    async take(ask) {
      const question = questionOf(ask);
      if (question !== undefined) await limiter.penalize(question, ask.units);
    },
    async refund(ask, decision) {
      const question = questionOf(ask);
      if (question !== undefined) await limiter.refund(question, decision);
    },
    close: () => limiter.close(),
  };
}

/** What counts as what. */
export function outcomeOf({ allowed, policies }: Decision): LimitOutcome {
  if (!allowed) return "refused";
  return policies.some((policy) => policy.shadow && !policy.allowed) ? "shadow-refused" : "allowed";
}

/** Wall time of now and monotonic time from then on: windows begin with the day, and a clock that is set does nothing. */
function microsecondClock({ now, monotonicMs }: Clocks): () => number {
  const startMs = now() - monotonicMs();
  return () => Math.floor((startMs + monotonicMs()) * 1_000);
}
