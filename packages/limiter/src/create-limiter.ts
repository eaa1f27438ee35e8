import { createAnswers } from "./answers.ts";
import { checkNames, noneOf } from "./check-names.ts";
import { counterVerbs, spend } from "./counter-verbs.ts";
import { askPolicies, type Question } from "./decide.ts";
import type { LimiterOptions } from "./limiter-options.ts";
import type { CheckOptions, Limiter, SyncLimiter } from "./limiter.ts";
import { warnOfMisuse } from "./misuse.ts";
import { quickAllow } from "./quick-allow.ts";
import { readRequests } from "./read-requests.ts";
import type { Scope } from "./scope.ts";
import type { Store, SyncStore } from "./store.ts";

/**
 * Makes a limiter of one policy, or of several that are decided together.
 *
 * With a store that answers at once, such as `memoryStore()`, there are `allow`, `checkNow` and `peekNow` as well. The
 * methods need no `this`.
 *
 * @throws {LimiterError} When the policies make no sense, alone or together. What a policy function returns is checked
 * when it is first seen.
 *
 * @example
 * const { allow } = createLimiter({
 *   policy: { name: "default", algorithm: "token-bucket", capacity: 100, refillPerSecond: 10 },
 *   store: memoryStore(),
 * });
 * if (!allow("userA")) refuse();
 */
export function createLimiter<Request = Scope>(
  options: LimiterOptions<Request> & { readonly store: SyncStore },
): SyncLimiter<Request>;
export function createLimiter<Request = Scope>(options: LimiterOptions<Request>): Limiter<Request>;
export function createLimiter<Request>(options: LimiterOptions<Request>): Limiter<Request> {
  const requests = readRequests(options);
  const { store, scope, observer, onWarning } = options;
  warnOfMisuse(requests.policies, store, onWarning);
  const answers = createAnswers(store, observer, onWarning);
  const ask = (request: Request, check: CheckOptions | undefined): Question =>
    askPolicies(requests.policiesOf(request), requests.scopeOf(request), costOf(check));
  const verbs = { ...counterVerbs(store, requests, answers), close: createClose(store) };
  if (!isSync(store)) {
    return {
      check: async (request, check) => answers.of(ask(request, check), "charge"),
      peek: async (request, check) => spend(await answers.of(ask(request, check), "peek")),
      ...verbs,
    };
  }
  const checkNow = (request: Request, check?: CheckOptions) => answers.now(store, ask(request, check), "charge");
  const peekNow = (request: Request, check?: CheckOptions) => spend(answers.now(store, ask(request, check), "peek"));
  /** An index may come second, from `filter(allow)`, but nothing that was meant to be heeded. */
  const allow = (request: Request, other?: unknown): boolean => {
    if (typeof other === "object") throw noneOf(["the request alone (checkNow takes a cost)"], "allow", other);
    return checkNow(request).allowed;
  };
  const [policy, ...others] = requests.policies ?? [];
  const isPlain = others.length === 0 && scope === undefined && observer?.onDecision === undefined;
  const limiter: SyncLimiter<Request> = {
    check: async (request, check) => checkNow(request, check),
    peek: async (request, check) => peekNow(request, check),
    checkNow,
    peekNow,
    allow: isPlain && policy !== undefined ? quickAllow(policy, store, allow) : allow,
    ...verbs,
  };
  return limiter;
}

/** Only options that bring no cost are looked at: they may have meant to. */
function costOf(check: CheckOptions | undefined): number | undefined {
  const cost = check?.cost;
  if (cost === undefined && check !== undefined) checkNames("check", check, ["cost"]);
  return cost;
}

function isSync(store: Store): store is SyncStore {
  return "chargeNow" in store;
}

/** How many open limiters use a store. */
const users = new WeakMap<Store, number>();

function createClose(store: Store): () => Promise<void> {
  users.set(store, (users.get(store) ?? 0) + 1);
  let isOpen = true;
  return async () => {
    if (!isOpen) return;
    isOpen = false;
    const others = (users.get(store) ?? 1) - 1;
    users.set(store, others);
    if (others === 0) await store.close();
  };
}
