import type { IncomingMessage } from "node:http";
import type { LimitOutcome } from "../metrics/limit-metrics.ts";
import type { Callers } from "./caller.ts";
import type { Ask, LimitDecision, Limits } from "./limits.ts";
import type { PolicySet } from "./policy-set.ts";
import type { Purpose } from "./purpose.ts";
import { createWaitingList } from "./waiting-list.ts";

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
  /** Told of a request after which its sender must wait. */
  readonly onRefused: (request: IncomingMessage) => void;
};

/** Creates a throttle with nobody in it. */
export function createAddressThrottle(options: AddressThrottleOptions): AddressThrottle {
  const { purpose, limits, policies, callers, monotonicMs, onDecision, onRefused } = options;
  const waiting = createWaitingList(monotonicMs);
  let judgedBy = policies();

  /** Other policies may have other ideas; the counters know whether somebody is still over his limit. */
  const forgetOldPolicies = (): void => {
    if (judgedBy === policies()) return;
    judgedBy = policies();
    waiting.clear();
  };
  return {
    get size() {
      return waiting.size;
    },
    waitMs(request) {
      forgetOldPolicies();
      const leftMs = waiting.leftMs(callers.addressOf(request));
      if (leftMs > 0) onDecision(purpose, "refused");
      return leftMs;
    },
    count(request) {
      const ask: Ask = { purpose, ...callers.of(request), keyId: undefined, units: 1 };
      const decision = limits.check(ask);
      // The last one that may fail is told so; the next would tell by its refusal that it failed.
      const isLast = decision?.allowed === true && decision.remaining === 0;
      const forMs = waitOf(isLast ? limits.peek(ask) : decision);
      if (forMs > 0) {
        waiting.add(ask.address, forMs);
        onRefused(request);
      }
      return waitOf(decision);
    },
  };
}

/** A policy that never allows is no policy of ours, so there is always an end. */
function waitOf(decision: LimitDecision): number {
  return decision === undefined || decision.allowed ? 0 : (decision.retryAfterMs ?? 0);
}
