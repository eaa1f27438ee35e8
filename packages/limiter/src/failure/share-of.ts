import type { AlgorithmName } from "../algorithm.ts";
import { algorithmFromParameters } from "../algorithms/index.ts";
import type { Policy } from "../policy.ts";

/** Those with a rate; the others have `[microsPerTick, limit, …]` and nothing more that a share changes. */
const rated: readonly AlgorithmName[] = ["token-bucket", "gcra", "leaky-bucket"];

/**
 * The policy with the part of its quota that one of `nodes` processes may give while they cannot count together.
 *
 * The limit is divided and rounded down, but to no less than 1, so that all of them give at most
 * max(limit, nodes): per window, or as a burst. Where there is a rate, it is divided without a rest (its period becomes
 * so many times longer), or rounded down.
 */
export function shareOf(policy: Policy, nodes: number): Policy {
  const { name, limit, parameters } = policy.algorithm;
  const share = Math.min(limit, Math.max(1, Math.floor(limit / nodes)));
  const [microsPerTick = 1, , ...rest] = parameters;
  const shared = rated.includes(name) ? slowed(microsPerTick, share, rest, nodes) : [microsPerTick, share, ...rest];
  return { ...policy, algorithm: algorithmFromParameters(name, shared) };
}

/** `[microsPerTick, limit, period, refill, isInterval?]` */
type RatedParameters = readonly [number, number, number, number, ...number[]];

function slowed(microsPerTick: number, share: number, rest: readonly number[], nodes: number): readonly number[] {
  const [period = 1, refill = 1, ...interval] = rest;
  if (interval.length === 0) return coarsened([microsPerTick, share, period * nodes, refill]);
  const refillShare = Math.floor(refill / nodes);
  return refillShare > 0
    ? [microsPerTick, share, period, refillShare, ...interval]
    : coarsened([microsPerTick, share, (period * nodes) / refill, 1, ...interval]);
}

/** With so long a tick that the largest product is below 2^53; what is rounded makes the rate lower. */
function coarsened([microsPerTick, share, period, refill, ...interval]: RatedParameters): readonly number[] {
  const ticks = Math.ceil(period);
  return 2 * share * ticks + refill <= Number.MAX_SAFE_INTEGER
    ? [microsPerTick, share, ticks, refill, ...interval]
    : coarsened([microsPerTick * 10, share, period / 10, refill, ...interval]);
}
