import type { Alarm, Timers } from "./timers.ts";

/** Something that has to be over by then. */
export type Due = { readonly dueAtMs: number };

/** Deadlines of one length, so that they pass in the order in which they were set. */
export type Deadlines<Call extends Due> = {
  /** How many are still ahead. */
  readonly size: number;
  add(call: Call): void;
  /** @returns Whether its deadline was still ahead. */
  remove(call: Call): boolean;
  /** Takes all of them out. */
  clear(): readonly Call[];
};

/** A timer that comes later than this tells of a process that was busy. */
const oversleptMs = 5;

/**
 * Watches any number of calls with one timer, which is set once in a deadline's length and not for every call.
 *
 * When the timer comes late, because the process was busy, there may be answers that nobody has read yet, and questions
 * that nobody has sent. They have `graceMs` before their deadlines count.
 *
 * The program stays alive while one is ahead, and no longer: somebody waits for what follows.
 */
export function createDeadlines<Call extends Due>(
  timers: Timers,
  graceMs: number,
  onPassed: (call: Call) => void,
): Deadlines<Call> {
  // A set gives its members in the order in which they came.
  const calls = new Set<Call>();
  let alarm: Alarm | undefined;
  const sleep = (delayMs: number, work: () => void) => {
    alarm = timers.after(Math.max(0, delayMs), work);
    alarm.hold(calls.size > 0);
  };
  const watchFirst = () => {
    const [first] = calls;
    if (first === undefined) alarm = undefined;
    else sleep(first.dueAtMs - timers.nowMs(), () => wake(first.dueAtMs));
  };
  const wake = (wokenForMs: number) => (timers.nowMs() - wokenForMs > oversleptMs ? sleep(graceMs, expire) : expire());
  const expire = () => {
    const nowMs = timers.nowMs();
    for (const call of calls) {
      if (call.dueAtMs > nowMs) break;
      calls.delete(call);
      onPassed(call);
    }
    watchFirst();
  };
  return {
    get size() {
      return calls.size;
    },
    add(call) {
      calls.add(call);
      if (alarm === undefined) watchFirst();
      else if (calls.size === 1) alarm.hold(true);
    },
    remove(call) {
      const isAhead = calls.delete(call);
      if (isAhead && calls.size === 0) alarm?.hold(false);
      return isAhead;
    },
    clear() {
      alarm?.callOff();
      alarm = undefined;
      const left = [...calls];
      calls.clear();
      return left;
    },
  };
}
