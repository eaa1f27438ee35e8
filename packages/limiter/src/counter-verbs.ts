import type { Answers } from "./answers.ts";
import { chargeOf, isUnits } from "./decide.ts";
import type { Decision } from "./decision.ts";
import { invalidValue } from "./errors.ts";
import type { Limiter } from "./limiter.ts";
import type { RequestReader } from "./read-requests.ts";
import type { Charge, Store } from "./store.ts";

const maxBlockMs = 1e12;

/** What was given back already, and what never took anything. */
const settled = new WeakSet<Decision>();

/** Keeps a decision from being given back. @returns It. */
export function settle(decision: Decision): Decision {
  settled.add(decision);
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
  const taken = (request: Request, decision: Decision, units: number | undefined): readonly Charge[] => {
    const costs = new Map(decision.policies.filter(({ allowed }) => allowed).map(({ policy, cost }) => [policy, cost]));
    return all(request, 1).flatMap((charge) => {
      const cost = costs.get(charge.policy.name);
      return cost === undefined ? [] : [{ ...charge, cost: Math.min(cost, units ?? cost) }];
    });
  };
  return {
    async refund(request, decision, units) {
      if (!Array.isArray((decision as Decision | undefined)?.policies)) {
        throw invalidValue("DECISION_INVALID", "decision", decision);
      }
      if (units !== undefined && !(isUnits(units) && units <= decision.cost)) {
        throw invalidValue("UNITS_INVALID", "units", units);
      }
      if (!decision.allowed || settled.has(decision)) return;
      const charges = taken(request, decision, units);
      settle(decision);
      if (charges.length > 0) await refund(charges, decision);
    },
    async penalize(request, units) {
      if (!isUnits(units)) throw invalidValue("UNITS_INVALID", "units", units);
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
