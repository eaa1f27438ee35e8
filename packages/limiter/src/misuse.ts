import type { Policy } from "./policy.ts";
import type { Store } from "./store.ts";
import { warnOnce, type WarningSink } from "./warnings.ts";

const manyLimiters = 100;
const countedForMs = 60_000;
const maxNames = 100;

const seenStores = new WeakSet<Store>();
const madeByName = new Map<string, { count: number; readonly sinceMs: number }>();

/**
 * Warns of what can be seen when a limiter is made.
 *
 * @param policies Undefined when a function chooses them.
 */
export function warnOfMisuse(policies: readonly Policy[] | undefined, store: Store, onWarning?: WarningSink): void {
  if (policies?.every(({ shadow }) => shadow) === true) warnOnce("SHADOW_ONLY", onWarning);
  if (store.traits.reach !== "process") return;
  if (isClusterWorker()) warnOnce("MEMORY_IN_CLUSTER", onWarning);
  if (seenStores.has(store)) return;
  seenStores.add(store);
  if (countMade(policies?.[0]?.name ?? "") > manyLimiters) warnOnce("LIMITER_PER_REQUEST", onWarning);
}

/** How many stores were new to a limiter of this name lately. */
function countMade(name: string): number {
  const nowMs = Date.now();
  const known = madeByName.get(name);
  if (known !== undefined && nowMs - known.sinceMs < countedForMs) return ++known.count;
  if (madeByName.size >= maxNames) madeByName.clear();
  madeByName.set(name, { count: 1, sinceMs: nowMs });
  return 1;
}

/** As far as the core needs it: at the edge there may be none of it. */
type Host = {
  readonly process?: {
    readonly connected?: boolean;
    readonly getBuiltinModule?: (name: "node:cluster") => { readonly isWorker: boolean } | undefined;
  };
};

/** Only who has a parent to talk to can be one, so that nobody else loads the module. pm2's cluster mode is one too. */
function isClusterWorker(): boolean {
  const { process } = globalThis as Host;
  return process?.connected === true && process.getBuiltinModule?.("node:cluster")?.isWorker === true;
}
