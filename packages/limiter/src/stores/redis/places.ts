import { LimiterError } from "../../errors.ts";
import type { Charge } from "../../store.ts";
import { hashSlot } from "./hash-slot.ts";
import { redisKey } from "./redis-key.ts";

/** Where the counters of one decision lie. */
export type Places = {
  readonly charges: readonly Charge[];
  /** Of each charge, in their order. */
  readonly keys: readonly string[];
  /** Of each key; none where all keys lie together. */
  readonly slots: readonly number[];
};

export function placesOf(prefix: string, isSharded: boolean, charges: readonly Charge[]): Places {
  const keys = charges.map(({ policy, key }) => redisKey(prefix, policy, key));
  return { charges, keys, slots: isSharded ? keys.map(hashSlot) : [] };
}

/** @throws {LimiterError} `CROSS_SLOT` */
export function commonSlot({ slots: [slot = 0, ...others] }: Places): number {
  if (others.every((other) => other === slot)) return slot;
  throw new LimiterError("CROSS_SLOT", "These counters lie in different hash slots.");
}
