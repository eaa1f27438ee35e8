import type { Policy } from "../policy.ts";
import type { Charge } from "../store.ts";
import { demand, demandEqual } from "./demand.ts";
import { randomNumbers, type RandomNumbers } from "./random-numbers.ts";
import { allSamples, sampleAt, samplePolicy, type Sample } from "./sample-policies.ts";
import { startMicros, type OpenForTest, type OpenStore } from "./store-under-test.ts";

export type TraceOptions = {
  /** The same seed gives the same trace. */
  readonly seed: number;
  /** How much is asked. Default: 400. */
  readonly steps?: number;
  /**
   * Whether the clock steps back too. Then nothing comes back within the trace and nobody is refused but by a block, since stores are free
   * in two things: to forget a counter that equals a fresh one, and with it the newest time that it has seen, at which it
   * would have stood still; and to take the time of a refusal for such a time. Default: false.
   */
  readonly stepsBack?: boolean;
};

/** One thing that is asked of both stores. */
type Step = {
  readonly verb: "charge" | "peek" | "refund" | "penalize" | "block" | "reset";
  readonly charges: readonly Charge[];
  /** How much time passes before it. */
  readonly pauseMicros: number;
  /** How long a block lasts, or how long ago it was that is given back. */
  readonly spanMs: number;
  /** Whether a unit is taken before a block. */
  readonly isUsed?: boolean;
};

/**
 * Asks two stores the same at the same times, at random, and demands the same answers: of every verb, of several
 * policies at once, of policies that change. Both must be opened with `advance`.
 *
 * @throws {Error} With the seed, the step and both answers.
 */
export async function compareStores(
  openFirst: OpenForTest,
  openSecond: OpenForTest,
  options: TraceOptions,
): Promise<void> {
  const first = await openFirst(startMicros);
  const second = await openSecond(startMicros);
  try {
    demand(first.advance !== undefined && second.advance !== undefined, "both clocks can be moved");
    const random = randomNumbers(options.seed);
    const said: string[] = [];
    let nowMicros = startMicros;
    for (let index = 0; index < (options.steps ?? 400); index += 1) {
      const step = options.stepsBack === true ? unsteadyStep(random) : randomStep(random);
      nowMicros += step.pauseMicros;
      said.push(sentence(step));
      const where = `seed ${options.seed}, step ${index}, after ${said.slice(-5).join("; ")}`;
      demandEqual(await answer(first, step, nowMicros), await answer(second, step, nowMicros), where);
    }
  } finally {
    for (const { store, close } of [first, second]) {
      await store.close();
      await close?.();
    }
  }
}

async function answer({ store, advance }: OpenStore, step: Step, nowMicros: number): Promise<unknown> {
  const { verb, charges, pauseMicros, spanMs, isUsed } = step;
  await advance?.(pauseMicros);
  if (verb === "charge" || verb === "peek") return store[verb](charges);
  if (verb === "refund") return store.refund(charges, nowMicros - spanMs * 1000);
  if (verb === "block") {
    // What equals a fresh one but for its block may be forgotten once that is over.
    if (isUsed) await store.penalize(charges);
    return store.block(charges, spanMs);
  }
  return store[verb](charges);
}

function randomStep(random: RandomNumbers): Step {
  const verb = verbs[random(verbs.length)] ?? "charge";
  const pauseMicros = [0, 1, 999, 1_000, random(40_000), random(400_000), random(4_000_000)][random(7)] ?? 0;
  const spanMs = [0, 1, random(500), random(5_000)][random(4)] ?? 0;
  const most = (limit: number) => (verb === "penalize" ? 4 * limit : limit);
  return { verb, charges: randomCharges(random, quotas, most), pauseMicros, spanMs };
}

function unsteadyStep(random: RandomNumbers): Step {
  const verb = lastingVerbs[random(lastingVerbs.length)] ?? "charge";
  const pauseMicros = [0, 1, -1, 999, -1_000, random(4_000_000), -random(4_000_000)][random(7)] ?? 0;
  const spanMs = verb === "block" ? random(4_000) : 0;
  const most = (limit: number) => (verb === "peek" ? limit : 2);
  return { verb, charges: randomCharges(random, slowQuotas, most), pauseMicros, spanMs, isUsed: true };
}

/** @param mostOf The largest cost at a limit. */
function randomCharges(
  random: RandomNumbers,
  from: readonly Quota[],
  mostOf: (limit: number) => number,
): readonly Charge[] {
  const count = 1 + random(3);
  const first = random(allSamples.length);
  const key = [["a"], ["b"], [""]][random(3)] ?? [];
  return Array.from({ length: count }, (_, place) => {
    const policy = randomPolicy(random, first + place, from);
    return { policy, key, cost: 1 + random(mostOf(policy.algorithm.limit)) };
  });
}

const verbs: readonly Step["verb"][] = [
  "charge",
  "charge",
  "charge",
  "charge",
  "peek",
  "refund",
  "penalize",
  "block",
  "reset",
];

/** What makes no counter equal a fresh one, which a store forgets; but for a reset, which all forget. */
const lastingVerbs: readonly Step["verb"][] = ["charge", "charge", "charge", "peek", "penalize", "block", "reset"];

type Quota = { readonly limit: number; readonly windowMs: number };

/** Quotas that differ in their arithmetic: one unit a period, several (7 in 60,000,000), and a tick of 100 µs. */
const quotas = [
  { limit: 5, windowMs: 1_000 },
  { limit: 7, windowMs: 60_000 },
  { limit: 1_000_003, windowMs: 86_400_000 },
] as const;

/** By which nothing comes back within a trace, and which it does not use up. */
const slowQuotas = [
  { limit: 28, windowMs: 86_400_000 },
  { limit: 29, windowMs: 86_400_000 },
  { limit: 29, windowMs: 315_360_000_000 },
] as const;

/** Now and then with another limit, another quota or another algorithm, so that counters change from one to the other. */
function randomPolicy(random: RandomNumbers, place: number, from: readonly Quota[]): Policy {
  const sample = sampleFrom(place);
  const kind = random(from.length);
  const name = `${sample.name} ${kind}`;
  const change = random(12);
  const { limit, windowMs } = from[change === 0 ? random(from.length) : kind] ?? quotas[0];
  const counted = change === 1 ? sampleFrom(random(allSamples.length)) : sample;
  const other = change === 2 ? Math.ceil(limit / 2) : limit + (change === 3 ? 2 : 0);
  // A log that long would be refused by some stores.
  const changed = counted.algorithm === "sliding-window-log" ? Math.min(other, 29) : other;
  return samplePolicy(counted, changed, windowMs, { name, shadow: random(6) === 0 });
}

function sampleFrom(place: number): Sample {
  return allSamples[place % allSamples.length] ?? sampleAt(place);
}

function sentence({ verb, charges, pauseMicros, spanMs }: Step): string {
  const asked = charges
    .map(
      ({ policy, key, cost }) =>
        `${policy.name}${policy.shadow ? " (shadow)" : ""}[${key.join()}] ${cost} of ${policy.algorithm.limit}`,
    )
    .join(" + ");
  return `${pauseMicros} µs, ${verb} ${asked} (${spanMs} ms)`;
}
