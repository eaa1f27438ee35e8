import { CodesError } from "../errors.ts";
import type { Lease } from "../lease-allocator.ts";
import { composeSnowflake, idsPerMs } from "./layout.ts";

export type SnowflakeGeneratorOptions = {
  readonly lease: Lease;
  /** True once ids under this lease may not be made any more. Asked before every id. */
  readonly isOver: () => boolean;
  /** Milliseconds since 1970; may be stepped. */
  readonly now: () => number;
};

/** Makes the ids of one lease. */
export interface SnowflakeGenerator {
  readonly lease: Lease;
  /**
   * The next id, higher than every one before it.
   *
   * @returns Undefined when the 32 ids of this millisecond are spent: ask again in the next one.
   * @throws {CodesError} `LEASE_OVER`, `CLOCK_BEHIND`, `TIMESTAMP_RANGE`
   */
  next(): bigint | undefined;
  /** How far the clock is behind the last id; 0 when it is not. */
  behindMs(): number;
}

/**
 * Creates what makes ids under one lease and dies with it: a new lease has a new epoch, so nothing is resumed.
 *
 * A clock behind the last id is refused, however small the distance: what was made in the time that it shows now is
 * not remembered.
 */
export function createSnowflakeGenerator({ lease, isOver, now }: SnowflakeGeneratorOptions): SnowflakeGenerator {
  let lastMs = Number.NEGATIVE_INFINITY;
  let sequence = 0;
  return {
    lease,
    next() {
      if (isOver()) throw new CodesError("LEASE_OVER");
      const nowMs = Math.floor(now());
      if (nowMs < lastMs) throw new CodesError("CLOCK_BEHIND", `by ${lastMs - nowMs} ms`);
      const following = nowMs === lastMs ? sequence + 1 : 0;
      if (following >= idsPerMs) return undefined;
      const id = composeSnowflake({ madeAt: nowMs, ...lease, sequence: following });
      // Kept only now: a refused instant is not the last one.
      lastMs = nowMs;
      sequence = following;
      return id;
    },
    behindMs: () => Math.max(0, lastMs - Math.floor(now())),
  };
}
