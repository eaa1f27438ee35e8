/** A clock that stands still while this process does not get to run. */
export type RunningClock = Disposable & {
  /** @returns Milliseconds since it was started. */
  nowMs(): number;
};

const tickMs = 2;
/** Of one turn of the event loop no more counts, however long others kept the machine. */
const mostOfTurnMs = 10;

/**
 * Tells how long something took by the turns that the event loop made meanwhile, and not by the time of day: a deadline
 * can be held in it however busy the machine is, and something that hangs is still seen hanging.
 */
export function startRunningClock(): RunningClock {
  let ranMs = 0;
  let lastMs = performance.now();
  const timer = setInterval(() => {
    const nowMs = performance.now();
    ranMs += Math.min(nowMs - lastMs, mostOfTurnMs);
    lastMs = nowMs;
  }, tickMs);
  return { nowMs: () => ranMs, [Symbol.dispose]: () => clearInterval(timer) };
}
