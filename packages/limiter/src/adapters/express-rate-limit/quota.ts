import { createLimiter } from "../../create-limiter.ts";
import { LimiterError } from "../../errors.ts";
import type { Limiter } from "../../limiter.ts";
import type { PolicyOptions } from "../../policy-options.ts";
import type { Store } from "../../store.ts";
import { warningSink, type UsedOptions } from "./options.ts";

/** Who asks, and the limit that holds for him. */
export type Asked = { readonly client: string; readonly limit: number };

/** The policy names that each store is used under. */
const namesByStore = new WeakMap<Store, Set<string>>();

/** A limiter that counts as express-rate-limit does: windows begin at a key's first request. */
export function createQuota(options: UsedOptions): Limiter<Asked> {
  const { limit, windowMs, store, identifier: name } = options;
  claim(store, name);
  const onFailure = failureMode(options);
  const policy = (asked: number): PolicyOptions => ({
    name,
    algorithm: "fixed-window",
    alignment: "first-request",
    limit: asked,
    windowMs,
    by: ["client"],
    ...(onFailure === undefined ? {} : { onFailure }),
  });
  const onWarning = warningSink(options);
  return createLimiter<Asked>({
    policy: typeof limit === "number" ? policy(limit) : oncePerLimit(policy),
    scope: ({ client }) => ({ client }),
    store,
    ...(onWarning === undefined ? {} : { onWarning }),
  });
}

/** More of them in turn than any plan has: then they are made anew. */
const maxLimits = 1_000;

/** The limiter compiles each object once, so that a limit must be the same object each time. */
function oncePerLimit(policyOf: (limit: number) => PolicyOptions): (asked: Asked) => PolicyOptions {
  const known = new Map<number, PolicyOptions>();
  return ({ limit }) => {
    const found = known.get(limit);
    if (found !== undefined) return found;
    if (known.size >= maxLimits) known.clear();
    const policy = policyOf(limit);
    known.set(limit, policy);
    return policy;
  };
}

/** The default of express-rate-limit is an error, unless it is told otherwise. */
function failureMode({ passOnStoreError, store }: UsedOptions): "open" | "closed" | undefined {
  if (passOnStoreError === undefined && store.traits.onFailure !== "per-policy") return undefined;
  return passOnStoreError === true ? "open" : "closed";
}

function claim(store: Store, name: string): void {
  const names = namesByStore.get(store) ?? new Set<string>();
  namesByStore.set(store, names);
  if (names.has(name)) {
    throw new LimiterError(
      "HTTP_OPTION_INVALID",
      `Two limiters "${name}" on one store would share counters: give each an \`identifier\`.`,
    );
  }
  names.add(name);
}
