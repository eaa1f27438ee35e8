import type { Decision, Limiter } from "@narrows/limiter";
import type { RunningClock } from "../../program/running-clock.ts";

/** The one client that asks without end. */
export const greedy = "greedy";

/** What was answered to some clients in one phase. */
export type Count = {
  asked: number;
  answered: number;
  allowed: number;
  degraded: number;
  /** Why, and how often. That the store was left alone is not in it: why that was so is what matters. */
  readonly causes: Map<string, number>;
  /** Refusals that name a policy: 429, where the others are 503. */
  denied: number;
};

/** What was answered in one phase. */
export type Phase = { readonly greedy: Count; readonly crowd: Count };

/** Whether the store itself decided; that one in twenty misses its deadline on a busy machine is no fault of it. */
export function isOwn({ asked, degraded }: Count): boolean {
  return asked > 20 && degraded * 20 <= asked;
}

/** Checks at a steady rate, whatever becomes of those before. */
export type Load = {
  /** What is asked from now on is counted there. */
  enter(phase: Phase): void;
  /** The slowest decision so far, by that clock. */
  readonly worstMs: number;
  /** The last decisions, so many in a row, were the store's own. */
  readonly ownInARow: number;
  /** What the greedy client was given in the store's place, in all phases together. */
  readonly givenToGreedy: number;
  /** Asks no more, and waits for what was asked. */
  stop(): Promise<void>;
};

const periodMs = 5;

export function createPhase(): Phase {
  const count = (): Count => ({ asked: 0, answered: 0, allowed: 0, degraded: 0, causes: new Map(), denied: 0 });
  return { greedy: count(), crowd: count() };
}

/** In each period one client asks again, and one that never asked before. */
export function startLoad(limiter: Limiter, clock: RunningClock, phase: Phase): Load {
  const open = new Set<Promise<void>>();
  let current = phase;
  let newcomers = 0;
  let worstMs = 0;
  let ownInARow = 0;
  let givenToGreedy = 0;
  const ask = async (client: string, count: Count) => {
    const askedMs = clock.nowMs();
    count.asked++;
    const decision = await limiter.check(client);
    worstMs = Math.max(worstMs, clock.nowMs() - askedMs);
    ownInARow = decision.degraded ? 0 : ownInARow + 1;
    if (client === greedy && decision.degraded && decision.allowed) givenToGreedy++;
    note(count, decision);
  };
  const start = (client: string, count: Count) => {
    const asked = ask(client, count).finally(() => open.delete(asked));
    open.add(asked);
  };
  const timer = setInterval(() => {
    start(greedy, current.greedy);
    start(`newcomer ${newcomers++}`, current.crowd);
  }, periodMs);
  return {
    enter(next) {
      current = next;
      ownInARow = 0;
    },
    get worstMs() {
      return worstMs;
    },
    get ownInARow() {
      return ownInARow;
    },
    get givenToGreedy() {
      return givenToGreedy;
    },
    async stop() {
      clearInterval(timer);
      await Promise.all(open);
    },
  };
}

function note(count: Count, { allowed, degraded, failure, violated }: Decision): void {
  count.answered++;
  if (allowed) count.allowed++;
  if (degraded) count.degraded++;
  if (violated.length > 0) count.denied++;
  if (failure === undefined || failure === "STORE_BREAKER_OPEN") return;
  count.causes.set(failure, (count.causes.get(failure) ?? 0) + 1);
}
