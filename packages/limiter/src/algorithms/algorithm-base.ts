import type { Algorithm, AlgorithmName, Numbers } from "../algorithm.ts";
import { advertisedMs } from "../ticks.ts";

/** What is the same for every algorithm, whatever its arithmetic. */
export abstract class AlgorithmBase implements Algorithm {
  readonly name: AlgorithmName;
  readonly grows: boolean = false;
  readonly width: number;
  readonly limit: number;
  readonly windowMs: number;
  readonly microsPerTick: number;
  readonly parameters: readonly number[];

  /** @param parameters `[microsPerTick, limit, …]`, as those of every algorithm begin. */
  constructor(name: AlgorithmName, parameters: readonly number[], windowTicks: number, width = 2) {
    const [microsPerTick, limit] = parameters as readonly [number, number];
    this.name = name;
    this.parameters = parameters;
    this.microsPerTick = microsPerTick;
    this.limit = limit;
    this.width = width;
    this.windowMs = advertisedMs(windowTicks, microsPerTick);
  }

  abstract take(state: Numbers, at: number, now: number, cost: number): number;
  abstract wait(state: Numbers, at: number, now: number, cost: number): number;
  abstract remaining(state: Numbers, at: number, now: number): number;
  abstract refund(state: Numbers, at: number, now: number, cost: number, takenAt: number): number;

  /** Takes as much as is there; where nothing is, a unit is refused, which keeps the newest time as any refusal does. */
  penalize(state: Numbers, at: number, now: number, cost: number): void {
    this.take(state, at, now, Math.max(1, Math.min(cost, this.remaining(state, at, now))));
  }

  /** A state equals a fresh one as soon as the whole limit could be taken, and not before. */
  life(state: Numbers, at: number, now: number): number {
    return this.wait(state, at, now, this.limit);
  }
}
