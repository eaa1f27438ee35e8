import type { IncomingMessage } from "node:http";
import type { LimitOutcome } from "../metrics/limit-metrics.ts";
import type { Callers } from "./caller.ts";
import type { Ask, LimitDecision, Limits } from "./limits.ts";
import type { PolicySet } from "./policy-set.ts";
import type { Purpose } from "./purpose.ts";

/** Past these, an address that is over its limit is refused only what it is counted for. */
const maxWaiting = 100_000;

const sweepMs = 1_000;

/**
 * Makes an address wait for everything once it has failed too often. Were only the failures refused, then who guesses
 * would still learn from what is not.
 */
export interface AddressThrottle {
  /** How many addresses may have to wait; 0: nobody does, and nothing need be asked. */
  readonly size: number;
  /** Milliseconds that the sender must wait; 0: none. */
  waitMs(request: IncomingMessage): number;
  /** Counts a failure. Milliseconds that the sender must wait, where it was one too many; else 0. */
  count(request: IncomingMessage): number;
}

export type AddressThrottleOptions = {
  readonly purpose: Extract<Purpose, "unknown-code" | "wrong-key">;
  readonly limits: Pick<Limits, "check" | "peek">;
  readonly policies: () => PolicySet;
  readonly callers: Callers;
  readonly monotonicMs: () => number;
  readonly onDecision: (purpose: Purpose, outcome: LimitOutcome) => void;
};

/** Creates a throttle with nobody in it. */
export function createAddressThrottle(options: AddressThrottleOptions): AddressThrottle {
  const { purpose, limits, policies, callers, monotonicMs, onDecision } = options;
  /** Until when, on the monotonic clock. */
  const ends = new Map<string, number>();
  let judgedBy = policies();
  let sweepAtMs = 0;

  /** Other policies may have other ideas; the counters know whether somebody is still over his limit. */
  const forgetOldPolicies = (): void => {
    if (judgedBy === policies()) return;
    judgedBy = policies();
    ends.clear();
  };
  const sweep = (nowMs: number): void => {
    if (nowMs < sweepAtMs) return;
    sweepAtMs = nowMs + sweepMs;
    for (const [address, endMs] of ends) if (endMs <= nowMs) ends.delete(address);
  };
  const throttle = (address: string, decision: LimitDecision): void => {
    const forMs = waitOf(decision);
    if (forMs > 0 && (ends.size < maxWaiting || ends.has(address))) ends.set(address, monotonicMs() + forMs);
  };

  return {
    get size() {
      return ends.size;
    },
    waitMs(request) {
      const nowMs = monotonicMs();
      forgetOldPolicies();
      sweep(nowMs);
      if (ends.size === 0) return 0;
      const leftMs = (ends.get(callers.addressOf(request)) ?? nowMs) - nowMs;
      if (leftMs <= 0) return 0;
      onDecision(purpose, "refused");
      return leftMs;
    },
    count(request) {
      const ask: Ask = { purpose, ...callers.of(request), keyId: undefined, units: 1 };
      const decision = limits.check(ask);
      // The last one that may fail is told so; the next would tell by its refusal that it failed.
      throttle(ask.address, decision?.allowed === true && decision.remaining === 0 ? limits.peek(ask) : decision);
      return waitOf(decision);
    },
  };
}

/** A policy that never allows is no policy of ours, so there is always an end. */
function waitOf(decision: LimitDecision): number {
  return decision === undefined || decision.allowed ? 0 : (decision.retryAfterMs ?? 0);
}
