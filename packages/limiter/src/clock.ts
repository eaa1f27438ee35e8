/** Microseconds since 1970, whole; never goes back. */
export type Clock = () => number;

/**
 * The wall time of now, and from then on what a monotonic clock adds: windows align to the epoch, and a wall clock that
 * is set afterwards changes nothing.
 */
export function createClock(): Clock {
  const startMicros = Math.floor((Date.now() - performance.now()) * 1000);
  return () => startMicros + Math.floor(performance.now() * 1000);
}
