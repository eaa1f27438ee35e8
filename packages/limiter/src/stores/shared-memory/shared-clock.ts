import type { Clock } from "../../clock.ts";
import { header, type Layout } from "./layout.ts";

/** What `performance.now` adds to is of each thread; this is of the machine. */
export function monotonicMicros(): number {
  return Number(process.hrtime.bigint() / 1000n);
}

/** The wall time at which the memory was made, and monotonic time since: the same in all threads, to a microsecond or so. */
export function createSharedClock({ numbers }: Layout): Clock {
  const origin = numbers[header.originMicros] ?? 0;
  const offset = origin + monotonicMicros() - performance.now() * 1000;
  return () => Math.floor(offset + performance.now() * 1000);
}
