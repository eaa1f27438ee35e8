import type { AlgorithmName } from "../algorithm.ts";
import { advertisedMs } from "../ticks.ts";

/** What every algorithm says of itself; the arithmetic is its own. */
export class AlgorithmFacts {
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
}
