import { LimiterError } from "../../errors.ts";

/** What threads share; can be posted to a worker. */
export type SharedMemory = { readonly buffer: SharedArrayBuffer };

/** Rows that one lock guards. A key has its place in one bucket. */
export const bucketRows = 16;
/** Numbers before a bucket's rows: its lock and how many wait for it, 32 bits each. */
export const bucketHead = 1;
/** Numbers of a row before what an algorithm sees: 128 bits of the key's hash, and 32 of its quota (0: no row). */
export const keyNumbers = 3;
/** Quotas that all policies together may have had. */
export const maxQuotas = 1024;
/** Numbers of a quota: its algorithm, how many parameters it has, and those. */
export const quotaNumbers = 16;

/** Numbers at the beginning. */
export const header = {
  magic: 0,
  buckets: 1,
  width: 2,
  originMicros: 3,
  seeds: 4,
  lock: 8,
  counts: 9,
  quotas: 11,
} as const;
/** Places in `words`: the lock of the quotas, how many these are, how many stores were opened, and locks taken over. */
export const counts = {
  quotaLock: header.lock * 2,
  quotas: header.counts * 2,
  opened: header.counts * 2 + 1,
  takenOver: header.counts * 2 + 2,
} as const;
/** Changes with everything above. */
export const magic = 1_852_990_827_002;

const firstBucket = header.quotas + maxQuotas * quotaNumbers;

/** The memory as who uses it sees it. */
export type Layout = {
  readonly numbers: Float64Array;
  /** The same memory: two for each number. */
  readonly words: Int32Array;
  readonly buckets: number;
  /** Numbers that an algorithm may have in a row. */
  readonly width: number;
  readonly rowNumbers: number;
};

/** Bytes of so many buckets. */
export function bytesOf(buckets: number, width: number): number {
  return (firstBucket + buckets * bucketNumbers(width)) * 8;
}

/** @throws {LimiterError} `STORE_OPTION_INVALID` when it was not made by `createSharedMemory` of this release. */
export function layoutOf(memory: SharedMemory): Layout {
  if (!(memory?.buffer instanceof SharedArrayBuffer) || memory.buffer.byteLength < firstBucket * 8) {
    throw new LimiterError("STORE_OPTION_INVALID", "The memory is not one that createSharedMemory made.");
  }
  const numbers = new Float64Array(memory.buffer);
  const words = new Int32Array(memory.buffer);
  if (numbers[header.magic] !== magic) {
    throw new LimiterError("STORE_OPTION_INVALID", "The memory was made by another release of this package.");
  }
  const width = numbers[header.width] ?? 0;
  return { numbers, words, buckets: numbers[header.buckets] ?? 0, width, rowNumbers: keyNumbers + 1 + width };
}

/** Where in `numbers` a bucket begins. */
export function bucketAt({ width }: Layout, bucket: number): number {
  return firstBucket + bucket * bucketNumbers(width);
}

function bucketNumbers(width: number): number {
  return bucketHead + bucketRows * (keyNumbers + 1 + width);
}
