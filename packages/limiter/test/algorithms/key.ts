import type { Algorithm, Numbers } from "../../src/algorithm.ts";
import { freshState } from "../../src/algorithms/adopt.ts";
import { algorithmOf } from "../../src/algorithms/index.ts";
import type { AlgorithmOptions } from "../../src/policy-options.ts";

/** One key's counter, asked in ticks. */
export type Key = {
  readonly algorithm: Algorithm;
  readonly state: Numbers;
  readonly at: number;
  take(now: number, cost: number): number;
  wait(now: number, cost: number): number;
  remaining(now: number): number;
  life(now: number): number;
  refund(now: number, cost: number, takenAt: number): number;
  penalize(now: number, cost: number): void;
  /** The state's numbers, and nothing beside it. */
  numbers(): readonly number[];
  copy(): Key;
};

/** Its own array, as small as it may begin. */
export function createKey(options: AlgorithmOptions): Key {
  const algorithm = algorithmOf(options);
  return keyOf(algorithm, freshState(algorithm), 0);
}

/** A row between two others, whose numbers nobody may touch. */
export function createRow(options: AlgorithmOptions): Key {
  const algorithm = algorithmOf(options);
  const slab = new Float64Array(algorithm.width * 3).fill(-1);
  slab.fill(0, algorithm.width, algorithm.width * 2);
  return keyOf(algorithm, slab, algorithm.width);
}

function keyOf(algorithm: Algorithm, state: number[] | Float64Array, at: number): Key {
  return {
    algorithm,
    state,
    at,
    take: (now, cost) => algorithm.take(state, at, now, cost),
    wait: (now, cost) => algorithm.wait(state, at, now, cost),
    remaining: (now) => algorithm.remaining(state, at, now),
    life: (now) => algorithm.life(state, at, now),
    refund: (now, cost, takenAt) => algorithm.refund(state, at, now, cost, takenAt),
    penalize: (now, cost) => algorithm.penalize(state, at, now, cost),
    numbers: () => numbersOf(algorithm, state, at),
    copy: () => keyOf(algorithm, state.slice(), at),
  };
}

function numbersOf(algorithm: Algorithm, state: number[] | Float64Array, at: number): readonly number[] {
  const outside = [...state.slice(0, at), ...state.slice(at + algorithm.width)];
  if (outside.some((number) => number !== -1)) throw new Error("A number outside of the row was written.");
  return Array.from(state.slice(at, at + algorithm.width));
}
