import { calling } from "./calling.ts";
import { checkNames } from "./check-names.ts";
import { invalidValue, LimiterError } from "./errors.ts";
import type { LimiterOptions } from "./limiter-options.ts";
import { cachePolicies, compilePolicies } from "./policy-source.ts";
import type { Policy } from "./policy.ts";
import { checkScope } from "./scope-parts.ts";
import type { Scope } from "./scope.ts";
import { shown } from "./shown.ts";
import type { Store } from "./store.ts";

/** Finds out who asks, and which policies apply. */
export type RequestReader<Request> = {
  /** Undefined when a function chooses them. */
  readonly policies: readonly Policy[] | undefined;
  scopeOf(request: Request): Scope;
  policiesOf(request: Request): readonly Policy[];
};

const optionNames = ["policy", "policies", "store", "scope", "observer", "onWarning"];

/** @throws {LimiterError} What `compilePolicies` refuses, `OPTION_UNKNOWN`, `POLICIES_TWICE`, `STORE_OPTION_INVALID`. */
export function readRequests<Request>(options: LimiterOptions<Request>): RequestReader<Request> {
  checkNames("createLimiter", options, optionNames);
  const { policy, policies, scope, store } = options;
  if ((store as Store | undefined)?.traits === undefined) {
    throw new LimiterError("STORE_OPTION_INVALID", `\`store\` is ${shown(store)}, not what memoryStore() gives.`);
  }
  if (policy !== undefined && policies !== undefined) {
    throw new LimiterError("POLICIES_TWICE", "There are `policy` and `policies`.");
  }
  if (Array.isArray(policy)) throw invalidValue("POLICIES_MISSING", "policy", policy);
  if (policy === undefined && !Array.isArray(policies)) throw invalidValue("POLICIES_MISSING", "policies", policies);
  const scopeOf = (request: Request) =>
    checkScope(scope === undefined ? (request as Scope) : calling("scope", () => scope(request)));
  if (typeof policy === "function") {
    const compiled = cachePolicies(store, options.onWarning);
    return {
      policies: undefined,
      scopeOf,
      policiesOf: (request) => compiled(calling("policy", () => policy(request))),
    };
  }
  const fixed = compilePolicies(policies ?? policy, store);
  return { policies: fixed, scopeOf, policiesOf: () => fixed };
}
