import type { Clock } from "../../clock.ts";
import { header, type Layout } from "./layout.ts";

/** Of so many readings, the one that was least interrupted tells how far two clocks are apart. */
const readings = 8;

/** What `performance.now` adds to is of each thread; this is of the machine. */
export function monotonicMicros(): number {
  return Number(process.hrtime.bigint() / 1000n);
}

/** The wall time at which the memory was made, and monotonic time since: the same in all threads, to a microsecond or so. */
export function createSharedClock({ numbers }: Layout): Clock {
  const offset = (numbers[header.originMicros] ?? 0) + microsBeforeThread();
  return () => Math.floor(offset + performance.now() * 1000);
}

/** How much later it is by the clock of the machine than by the thread's. */
function microsBeforeThread(): number {
  let best = 0;
  let leastMs = Infinity;
  for (let reading = 0; reading < readings; reading++) {
    const beforeMs = performance.now();
    const micros = monotonicMicros();
    const tookMs = performance.now() - beforeMs;
    if (tookMs >= leastMs) continue;
    leastMs = tookMs;
    best = micros - beforeMs * 1000;
  }
  return best;
}
