import { epochsPerSlot, type Lease } from "../lease-allocator.ts";
import { timestampsEndAt } from "./layout.ts";

/** What of the 63 bits is nearly used up; the mend is a new layout, which wants time. */
export type SnowflakeWarning =
  | { readonly kind: "timestamps"; readonly endAt: number }
  | { readonly kind: "epochs"; readonly slot: number; readonly left: number };

const yearMs = 365 * 86_400_000;

/** A tenth: fewer than that and the slot's leases deserve a look. */
const fewEpochs = 819;

/** Leases that the slot can hand out after this one. */
export function epochsLeft({ epoch }: Lease): number {
  return epochsPerSlot - 1 - epoch;
}

/** Looks whether the timestamps end within a year, or a slot has less than a tenth of its epochs left. */
export function findSnowflakeWarnings(lease: Lease, now: number): readonly SnowflakeWarning[] {
  const warnings: SnowflakeWarning[] = [];
  if (now > timestampsEndAt - yearMs) warnings.push({ kind: "timestamps", endAt: timestampsEndAt });
  const left = epochsLeft(lease);
  if (left < fewEpochs) warnings.push({ kind: "epochs", slot: lease.slot, left });
  return warnings;
}
