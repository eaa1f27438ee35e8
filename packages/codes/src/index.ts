export { base62Alphabet, encodeBase62, parseBase62 } from "./base62.ts";
export { codeStrategies, type CodeStrategyName, type CodeStrategyOptions } from "./code-strategies.ts";
export type { CodeRequest, CodeStrategy } from "./code-strategy.ts";
export { CodesError, codesErrors, type CodesErrorCode } from "./errors.ts";
export {
  epochsPerSlot,
  leaseSlots,
  type AcquireOutcome,
  type AcquireRequest,
  type HeldSlot,
  type Lease,
  type LeaseAllocator,
} from "./lease-allocator.ts";
export {
  createLeaseHolder,
  type HeldLease,
  type LeaseEvent,
  type LeaseHolder,
  type LeaseHolderOptions,
  type LeaseState,
} from "./lease-holder.ts";
export type { RandomSource } from "./random-source.ts";
export { skipReserved } from "./skip-reserved.ts";
export { decodePermuted, decodeSnowflake, type DecodedSnowflake } from "./snowflake/code.ts";
export { epochsLeft, type SnowflakeWarning } from "./snowflake/exhaustion.ts";
export { createSnowflakeIds, type SnowflakeIds, type SnowflakeIdsOptions } from "./snowflake/ids.ts";
export { splitSnowflake, timestampOriginAt, timestampsEndAt, type SnowflakeParts } from "./snowflake/layout.ts";
