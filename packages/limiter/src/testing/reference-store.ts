import { adopt } from "../algorithms/adopt.ts";
import type { Clock } from "../clock.ts";
import type { Policy } from "../policy.ts";
import { StoreFailure } from "../store-failure.ts";
import type { Charge, Store, Verdict, Verdicts } from "../store.ts";
import type { OpenStore } from "./store-under-test.ts";

/** What is kept of one key, by which policy it was counted, and until which of its ticks it is blocked. */
type Counter = { readonly policy: Policy; readonly state: number[]; blockedUntil: number };

/** A store as simple as its contract allows. Others are compared with it. It forgets nothing, so it only grows. */
export function referenceStore(clock: Clock): Store {
  const counters = new Map<string, Counter>();
  let isClosed = false;
  const now = (): number => {
    if (isClosed) throw new StoreFailure("STORE_CLOSED", "The reference store was closed.");
    return clock();
  };
  const copy = (charge: Charge, atMicros: number): Counter =>
    copyFor(charge.policy, counters.get(textOf(charge)), atMicros);
  const decide = (charges: readonly Charge[], isCharging: boolean): Verdicts => {
    const atMicros = now();
    const drafts = new Map<string, Counter>();
    const waits = charges.map((charge) => {
      const draft = drafts.get(textOf(charge)) ?? copy(charge, atMicros);
      drafts.set(textOf(charge), draft);
      return take(draft, charge.cost, atMicros);
    });
    const isRefused = charges.some(({ policy }, index) => !policy.shadow && waits[index] !== 0);
    if (isCharging && !isRefused) {
      // What a policy in shadow refused is left as it was.
      for (const [index, charge] of charges.entries()) {
        const draft = drafts.get(textOf(charge));
        if (draft !== undefined && waits[index] === 0) counters.set(textOf(charge), draft);
      }
    }
    return {
      verdicts: charges.map((charge, index) => verdictOf(copy(charge, atMicros), waits[index] ?? 0, atMicros)),
      atMicros,
    };
  };
  const change = <Result>(
    charges: readonly Charge[],
    one: (counter: Counter, tick: number, cost: number) => Result,
  ) => {
    const atMicros = now();
    return charges.map((charge) => {
      const counter = copy(charge, atMicros);
      counters.set(textOf(charge), counter);
      return one(counter, tickAt(charge.policy, atMicros), charge.cost);
    });
  };
  return {
    traits: { kind: "reference", reach: "process", isSharded: false, onFailure: "never", liveNodes: () => 1 },
    charge: async (charges) => decide(charges, true),
    peek: async (charges) => decide(charges, false),
    refund: async (charges, takenAtMicros) =>
      change(charges, ({ policy, state }, tick, cost) =>
        policy.algorithm.refund(state, 0, tick, cost, tickAt(policy, takenAtMicros)),
      ),
    penalize: async (charges) =>
      void change(charges, ({ policy, state }, tick, cost) => policy.algorithm.penalize(state, 0, tick, cost)),
    block: async (charges, durationMs) =>
      void change(charges, (counter, tick) => {
        const until = tick + Math.ceil((durationMs * 1000) / counter.policy.algorithm.microsPerTick);
        counter.blockedUntil = durationMs === 0 ? 0 : Math.max(counter.blockedUntil, until);
      }),
    reset: async (charges) => {
      now();
      for (const charge of charges) counters.delete(textOf(charge));
    },
    close: async () => {
      isClosed = true;
    },
  };
}

/** @returns how long to wait for it in microseconds; 0 when it was taken. */
function take({ policy: { algorithm }, state, blockedUntil }: Counter, cost: number, atMicros: number): number {
  const { microsPerTick } = algorithm;
  const tick = Math.floor(atMicros / microsPerTick);
  if (blockedUntil <= tick) {
    const wait = algorithm.take(state, 0, tick, cost);
    return wait === 0 ? 0 : (tick + wait) * microsPerTick - atMicros;
  }
  return (blockedUntil + algorithm.wait(state, 0, blockedUntil, cost)) * microsPerTick - atMicros;
}

function verdictOf(
  { policy: { algorithm }, state, blockedUntil }: Counter,
  waitMicros: number,
  atMicros: number,
): Verdict {
  const tick = Math.floor(atMicros / algorithm.microsPerTick);
  const freshAt = Math.max(blockedUntil, tick + algorithm.life(state, 0, tick));
  return {
    allowed: waitMicros === 0,
    remaining: blockedUntil > tick ? 0 : algorithm.remaining(state, 0, tick),
    retryAfterMs: Math.ceil(waitMicros / 1000),
    resetAfterMs: freshAt === tick ? 0 : Math.ceil((freshAt * algorithm.microsPerTick - atMicros) / 1000),
  };
}

/** Counters of one name and version are the same counter, whatever the policy's numbers have become since. */
function textOf({ policy, key }: Charge): string {
  return JSON.stringify([policy.name, policy.version, key]);
}

function tickAt({ algorithm }: Policy, micros: number): number {
  return Math.floor(micros / algorithm.microsPerTick);
}

/** The counter as `policy` counts it, to write into: what is stored stays as it is. */
function copyFor(policy: Policy, stored: Counter | undefined, atMicros: number): Counter {
  if (stored === undefined) return { policy, state: fresh(policy), blockedUntil: 0 };
  const { algorithm: from } = stored.policy;
  const { algorithm } = policy;
  if (quotaOf(stored.policy) === quotaOf(policy)) return { ...stored, policy, state: [...stored.state] };
  const state = fresh(policy);
  adopt({ algorithm: from, state: stored.state, at: 0 }, { algorithm, state, at: 0 }, atMicros);
  const blockedUntil = Math.ceil((stored.blockedUntil * from.microsPerTick) / algorithm.microsPerTick);
  return { policy, state, blockedUntil };
}

function fresh({ algorithm }: Policy): number[] {
  return algorithm.grows ? [] : Array.from({ length: algorithm.width }, () => 0);
}

function quotaOf({ algorithm }: Policy): string {
  return JSON.stringify([algorithm.name, algorithm.parameters]);
}

/** For `compareStores`, and to see the suite pass. */
export function openReferenceStore(startMicros: number): OpenStore {
  let nowMicros = startMicros;
  return {
    store: referenceStore(() => nowMicros),
    advance(micros) {
      nowMicros += Math.round(micros);
    },
  };
}
