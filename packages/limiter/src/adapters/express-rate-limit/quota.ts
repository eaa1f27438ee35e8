import { createLimiter } from "../../create-limiter.ts";
import { LimiterError } from "../../errors.ts";
import type { Limiter } from "../../limiter.ts";
import type { PolicyOptions } from "../../policy-options.ts";
import type { Store } from "../../store.ts";
import { memoryStore } from "../../stores/memory/index.ts";
import { warningSink, type RateLimitOptions } from "./options.ts";

/** Who asks, and the limit that holds for him. */
export type Asked = { readonly client: string; readonly limit: number };

/** The policy names that each store is used under. */
const namesByStore = new WeakMap<Store, Set<string>>();

/** A limiter that counts as express-rate-limit does: windows begin at a key's first request. */
export function createQuota(options: RateLimitOptions, limit: number | undefined): Limiter<Asked> {
  const { windowMs = 60_000, store = memoryStore(), identifier } = options;
  const name = identifier ?? `${limit ?? "limit"}-in-${duration(windowMs)}`;
  claim(store, name);
  const onFailure = failureMode(options, store);
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
    policy: limit === undefined ? (asked) => policy(asked.limit) : policy(limit),
    scope: ({ client }) => ({ client }),
    store,
    ...(onWarning === undefined ? {} : { onWarning }),
  });
}

/** The default of express-rate-limit is an error, unless it is told otherwise. */
function failureMode({ passOnStoreError }: RateLimitOptions, store: Store): "open" | "closed" | undefined {
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

function duration(windowMs: number): string {
  const seconds = windowMs / 1000;
  if (seconds < 60) return `${seconds}sec`;
  if (seconds < 3_600) return `${seconds / 60}min`;
  return seconds < 86_400 ? `${seconds / 3_600}hr` : `${seconds / 86_400}day`;
}
