import type { Answers } from "./answers.ts";
import { checkCount, checkUnits } from "./check-count.ts";
import { chargeOf } from "./decide.ts";
import type { Decision } from "./decision.ts";
import { invalidValue } from "./errors.ts";
import { keyText } from "./key-text.ts";
import type { Limiter } from "./limiter.ts";
import type { RequestReader } from "./read-requests.ts";
import type { Charge, Store } from "./store.ts";

const maxBlockMs = 1e12;

/** Verdicts of what was given back already, and of what never took anything. A spread copy of a decision has the same. */
const spent = new WeakSet<Decision["policies"]>();

/** Keeps a decision from being given back. @returns It. */
export function spend(decision: Decision): Decision {
  spent.add(decision.policies);
  return decision;
}

/** What a limiter does to counters beside asking them. */
export function counterVerbs<Request>(
  store: Store,
  requests: RequestReader<Request>,
  { act, refund }: Answers,
): Pick<Limiter<Request>, "refund" | "penalize" | "block" | "reset"> {
  const all = (request: Request, units: number): readonly Charge[] => {
    const scope = requests.scopeOf(request);
    return requests.policiesOf(request).map((policy) => chargeOf(policy, scope, units));
  };
  return {
    async refund(request, decision, units) {
      const charges = takenBy(decision, all(request, 1));
      const most = checkUnits(units ?? decision.cost, "units", 1, decision.cost);
      if (!decision.allowed || spent.has(decision.policies) || charges.length === 0) return;
      spend(decision);
      await refund(
        charges.map((charge) => ({ ...charge, cost: Math.min(charge.cost, most) })),
        decision,
      );
    },
    async penalize(request, units) {
      checkUnits(units, "units", 1);
      await act(() => store.penalize(all(request, units)));
    },
    async block(request, durationMs) {
      if (!(typeof durationMs === "number" && durationMs >= 0 && durationMs <= maxBlockMs)) {
        throw invalidValue("DURATION_INVALID", "durationMs", durationMs);
      }
      await act(() => store.block(all(request, 1), durationMs));
    },
    async reset(request) {
      await act(() => store.reset(all(request, 1)));
    },
  };
}

/**
 * What a decision took of these counters.
 *
 * @throws {LimiterError} `DECISION_INVALID` when it is none, or one of other counters, which gave nothing.
 */
function takenBy(decision: Decision, charges: readonly Charge[]): readonly Charge[] {
  try {
    checkCount(decision.atMicros, "atMicros", 0, Number.MAX_SAFE_INTEGER);
    return charges.flatMap((charge) => {
      const { by, name } = charge.policy;
      const verdict = decision.policies.find(({ policy }) => policy === name);
      if (verdict?.allowed !== true) return [];
      const isOther = keyText(verdict.key, by) !== keyText(charge.key, by);
      return [{ ...charge, cost: checkCount(isOther ? 0 : verdict.cost, "cost", 1) }];
    });
  } catch {
    throw invalidValue("DECISION_INVALID", "decision", decision);
  }
}
