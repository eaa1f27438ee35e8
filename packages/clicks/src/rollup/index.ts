export { addCounts, mergePacked, noClicks, packBucket, type Bucket, type PackedBucket } from "./bucket.ts";
export {
  bucketLevels,
  bucketStart,
  isSlotBound,
  levelMinutes,
  levelMs,
  slotMs,
  type BucketLevel,
} from "./bucket-level.ts";
export { planSeries, planSpan, type SpanPart } from "./plan-span.ts";
export { rankLinks, rankValues } from "./rank-values.ts";
export { rollUp, type PlacedBucket } from "./roll-up.ts";
export { countValues, otherValue, valuesPerDimension } from "./value-counts.ts";
export { areHashes, exactVisitors, VisitorSketch } from "./visitors.ts";
