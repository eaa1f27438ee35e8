import { checkOption } from "../../check-count.ts";
import { checkNames } from "../../check-names.ts";
import { bytesOf, header, magic, type SharedMemory } from "./layout.ts";
import { monotonicMicros } from "./shared-clock.ts";

export type SharedMemoryOptions = {
  /**
   * How many counters it is made for, of all policies together: 1 to 16,777,216. Default: 100,000. All of the memory is
   * taken at once: about 150 bytes for each at a `maxWidth` of 8.
   */
  readonly keys?: number;
  /**
   * Numbers of state that an algorithm may have for a key, 1 to 4,096. Default: 8. Enough for all but a
   * sliding-window-counter of more than 5 buckets, and a sliding-window-log, which needs 5 + 2 × its limit.
   */
  readonly maxWidth?: number;
};

/** A bucket's 16 rows are so many keys on average: then one in 40 buckets has to give one up before all are there. */
const keysPerBucket = 10;

/**
 * Makes the memory for `sharedMemoryStore`, once, in any thread; post it to the others.
 *
 * @throws {LimiterError} `OPTION_UNKNOWN`, `STORE_OPTION_INVALID`
 *
 * @example
 * const memory = createSharedMemory({ keys: 100_000 });
 * new Worker(file, { workerData: { memory } });
 */
export function createSharedMemory(options: SharedMemoryOptions = {}): SharedMemory {
  checkNames("createSharedMemory", options, ["keys", "maxWidth"]);
  const { keys = 100_000, maxWidth = 8 } = options;
  checkOption(keys, "keys", 1, 2 ** 24);
  checkOption(maxWidth, "maxWidth", 1, 4096);
  const buckets = Math.ceil(keys / keysPerBucket);
  const buffer = new SharedArrayBuffer(bytesOf(buckets, maxWidth));
  const numbers = new Float64Array(buffer);
  numbers[header.buckets] = buckets;
  numbers[header.width] = maxWidth;
  numbers[header.originMicros] = Math.floor(Date.now() * 1000 - monotonicMicros());
  crypto.getRandomValues(new Int32Array(8)).forEach((word, i) => {
    new Int32Array(buffer)[header.seeds * 2 + i] = word;
  });
  numbers[header.magic] = magic;
  return { buffer };
}
