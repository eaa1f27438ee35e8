import type { IncomingMessage } from "node:http";
import type { LimitOutcome } from "../metrics/limit-metrics.ts";
import type { Callers } from "./caller.ts";
import type { Ask, LimitDecision, Limits } from "./limits.ts";
import type { PolicySet } from "./policy-set.ts";
import type { Purpose } from "./purpose.ts";
import { createWaitingList, type Wait } from "./waiting-list.ts";

/**
 * Makes an address wait once it has failed too often. Whether also what would not fail has to wait is up to who asks: were
 * only the failures refused, then who guesses would still learn from what is not.
 */
export interface AddressThrottle {
  /** How many addresses may have to wait; 0: nobody does, and nothing need be asked. */
  readonly size: number;
  /** What the sender must wait; undefined: nothing. */
  wait(request: IncomingMessage): Wait | undefined;
  /** Counts a failure. What the sender must wait, where it was one too many. */
  count(request: IncomingMessage): Wait | undefined | Promise<Wait | undefined>;
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
    wait(request) {
      forgetOldPolicies();
      const left = waiting.left(callers.addressOf(request));
      if (left !== undefined) onDecision(purpose, "refused");
      return left;
    },
    count(request) {
      const ask: Ask = { purpose, ...callers.of(request), keyId: undefined, units: 1 };
      const add = (decision: LimitDecision): void => {
        const wait = waitOf(decision);
        if (wait === undefined) return;
        waiting.add(ask.address, wait);
        onRefused(request);
      };
      const judge = (decision: LimitDecision): Wait | undefined | Promise<Wait | undefined> => {
        if (!isLast(decision)) {
          add(decision);
          return waitOf(decision);
        }
        const next = limits.peek(ask);
        if (next instanceof Promise) return next.then(add).then(() => waitOf(decision));
        add(next);
        return waitOf(decision);
      };
      const decision = limits.check(ask);
      return decision instanceof Promise ? decision.then(judge) : judge(decision);
    },
  };
}

/** The last one that may fail is told so; the next would tell by its refusal that it failed. */
function isLast(decision: LimitDecision): boolean {
  return decision?.allowed === true && decision.remaining === 0;
}

/** A policy that never allows is no policy of ours, so there is always an end. */
function waitOf(decision: LimitDecision): Wait | undefined {
  if (decision === undefined || decision.allowed || decision.retryAfterMs === null) return undefined;
  return { ms: decision.retryAfterMs, violated: decision.violated };
}
