import type { Clock } from "../clock.ts";
import type { Policy } from "../policy.ts";
import type { Charge, StoreTraits, Verdict, Verdicts } from "../store.ts";
import { memoryStore, type MemoryStore } from "../stores/memory/index.ts";
import type { Fallback } from "./fallback.ts";
import { plainVerdict, refused } from "./open-or-closed.ts";
import { shareOf } from "./share-of.ts";
import { systemTimers, type Timers } from "./timers.ts";

export type FallbackOptions = Pick<StoreTraits, "liveNodes"> & {
  /** That of the counters. Default: this process's. */
  readonly clock?: Clock;
  readonly timers?: Timers;
};

/**
 * Answers by each policy's mode: `open` allows, `closed` refuses, `memory` counts in this process with the node's share
 * of the limit.
 *
 * Counters in memory last until they equal fresh ones, so that a store that fails again and again gives no fresh share
 * each time. A cost above the share is refused: all nodes together would give more than the limit.
 */
export function createFallback({ liveNodes, clock, timers = systemTimers }: FallbackOptions): Fallback {
  const twin = createTwin(clock, timers);
  const shares = createShares(liveNodes);
  return {
    decide(charges, modes, manner) {
      const ownShares = charges.map((charge, at) => (modes[at] === "memory" ? shares.of(charge) : undefined));
      const asked = ownShares.filter((charge) => charge !== undefined).filter(isPossible);
      const isRefused = charges.some(({ policy }, at) => {
        const share = ownShares[at];
        return !policy.shadow && (modes[at] === "closed" || (share !== undefined && !isPossible(share)));
      });
      const answer = asked.length === 0 ? nobody : twin.ask(asked, isRefused ? "peek" : manner);
      let next = 0;
      const verdicts = charges.map(({ policy }, at): Verdict => {
        const share = ownShares[at];
        if (share !== undefined) return (isPossible(share) ? answer.verdicts[next++] : undefined) ?? refused;
        return plainVerdict(modes[at], policy);
      });
      return { verdicts, atMicros: answer.atMicros };
    },
    refund(charges, modes, takenAtMicros) {
      const ownShares = charges.filter((_, at) => modes[at] === "memory").map((charge) => shares.of(charge));
      twin.refund(ownShares, takenAtMicros);
    },
  };
}

const nobody: Verdicts = { verdicts: [], atMicros: 0 };

function isPossible({ policy, cost }: Charge): boolean {
  return cost <= policy.algorithm.limit;
}

/** Each policy's share is worked out once for each number of nodes. */
function createShares(liveNodes: () => number): { of(charge: Charge): Charge } {
  const shares = new WeakMap<Policy, { readonly nodes: number; readonly policy: Policy }>();
  let nodes = 1;
  const count = () => {
    try {
      const live = liveNodes();
      if (live >= 1 && live < 1e6) nodes = Math.ceil(live);
    } catch {
      // Who counts the nodes may ask what is down now; then the last count is the best there is.
    }
    return nodes;
  };
  return {
    of(charge) {
      const live = count();
      const known = shares.get(charge.policy);
      const share = known?.nodes === live ? known : { nodes: live, policy: shareOf(charge.policy, live) };
      if (share !== known) shares.set(charge.policy, share);
      return { ...charge, policy: share.policy };
    },
  };
}

const lookAgainMs = 60_000;

/** A memory store that is made when it is needed, and given up when nothing is left in it. */
function createTwin(clock: Clock | undefined, timers: Timers) {
  let store: MemoryStore | undefined;
  const look = () => {
    if (store === undefined || store.size > 0) return void timers.after(lookAgainMs, look);
    void store.close();
    store = undefined;
  };
  return {
    ask(charges: readonly Charge[], manner: "charge" | "peek"): Verdicts {
      if (store === undefined) {
        store = memoryStore(clock === undefined ? {} : { clock });
        timers.after(lookAgainMs, look);
      }
      return manner === "peek" ? store.peekNow(charges) : store.chargeNow(charges);
    },
    /** Memory does it at once, and cannot fail while it is open. */
    refund(charges: readonly Charge[], takenAtMicros: number): void {
      void store?.refund(charges, takenAtMicros);
    },
  };
}
