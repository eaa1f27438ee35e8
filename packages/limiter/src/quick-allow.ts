import { isBareText } from "./key-text.ts";
import type { Policy } from "./policy.ts";
import type { SyncStore } from "./store.ts";

/**
 * The shortest way from a client's name to its counter: no scope, charge or decision is made. It is `ask` itself where
 * the policy does not count by client, counts in shadow, or lets nobody pass.
 *
 * @param ask The long way, for every other scope.
 */
export function quickAllow<Request>(
  policy: Policy,
  store: SyncStore,
  ask: (request: Request, other?: unknown) => boolean,
): (request: Request, other?: unknown) => boolean {
  const { by, shadow, cost, algorithm } = policy;
  if (!by.includes("client") || shadow || cost > algorithm.limit) return ask;
  const counter = store.counter(policy);
  return (request, other) => {
    if (typeof request !== "string" || typeof other === "object" || !isBareText(request)) return ask(request, other);
    try {
      return counter.tryTake(request, cost);
    } catch {
      // Closed: the long way says what to answer then, and tells the observer.
      return ask(request);
    }
  };
}
