import { createLimiter, memoryStore, type AlgorithmName } from "@narrows/limiter";
import { RateLimiterMemory } from "rate-limiter-flexible";
import { otherAlgorithms, policyOf, windowMs } from "./policies.ts";

/** A part of a sequence of keys, which begins anew where it ends. */
type Requests = { readonly keys: readonly string[]; readonly first: number; readonly count: number };

/** Decides requests one after the other. @returns How many may pass. */
export type Decider = (requests: Requests) => number | Promise<number>;

/** Makes a decider that admits `limit` requests of each key. */
type MakeDecider = (limit: number) => Decider;

/** How many decisions are begun in one turn where nobody waits for each of them. */
const inOneTurn = 100;
const settled = Promise.resolve();

/** By the name of the subject. */
export const memoryDeciders: ReadonlyMap<string, MakeDecider> = new Map([
  ["narrows", allowing("fixed-window")],
  ["narrows, clock read each time", allowing("fixed-window", clockOf)],
  ["narrows, check awaited", checking],
  ...otherAlgorithms.map((name): [string, MakeDecider] => [`narrows ${name}`, allowing(name)]),
  ["rate-limiter-flexible", awaiting({})],
  ["rate-limiter-flexible, not awaited", notAwaiting],
  ["rate-limiter-flexible, no prefix", awaiting({ keyPrefix: "" })],
]);

function allowing(algorithm: AlgorithmName, clock?: () => () => number): MakeDecider {
  return (limit) => {
    const store = memoryStore(clock === undefined ? {} : { clock: clock() });
    const { allow } = createLimiter({ policy: policyOf(algorithm, limit), store });
    return ({ keys, first, count }) => {
      let allowed = 0;
      let at = first % keys.length;
      for (let done = 0; done < count; done++) {
        if (allow(keys[at] ?? "")) allowed++;
        at = at + 1 === keys.length ? 0 : at + 1;
      }
      return allowed;
    };
  };
}

/** What the store's own clock does, but that readings are never shared by decisions that follow at once. */
function clockOf(): () => number {
  const startMicros = Math.floor((Date.now() - performance.now()) * 1000);
  return () => startMicros + Math.floor(performance.now() * 1000);
}

function checking(limit: number): Decider {
  const limiter = createLimiter({ policy: policyOf("fixed-window", limit), store: memoryStore() });
  return async ({ keys, first, count }) => {
    let allowed = 0;
    for (let done = 0; done < count; done++) {
      const decision = await limiter.check(keys[(first + done) % keys.length] ?? "");
      if (decision.allowed) allowed++;
    }
    return allowed;
  };
}

/** As its documentation shows it: a rejection is a denial. */
function awaiting(options: { readonly keyPrefix?: string }): MakeDecider {
  return (limit) => {
    const limiter = new RateLimiterMemory({ points: limit, duration: windowMs / 1000, ...options });
    return async ({ keys, first, count }) => {
      let allowed = 0;
      let at = first % keys.length;
      for (let done = 0; done < count; done++) {
        try {
          await limiter.consume(keys[at] ?? "");
          allowed++;
        } catch {
          // Refused.
        }
        at = at + 1 === keys.length ? 0 : at + 1;
      }
      return allowed;
    };
  };
}

/** The quickest way to ask it that still hears every answer. */
function notAwaiting(limit: number): Decider {
  const limiter = new RateLimiterMemory({ points: limit, duration: windowMs / 1000 });
  return async ({ keys, first, count }) => {
    let allowed = 0;
    const pass = (): void => void allowed++;
    const refuse = (): void => undefined;
    let at = first % keys.length;
    for (let done = 0; done < count; done++) {
      void limiter.consume(keys[at] ?? "").then(pass, refuse);
      at = at + 1 === keys.length ? 0 : at + 1;
      if (done % inOneTurn === 0) await settled;
    }
    await settled;
    return allowed;
  };
}
