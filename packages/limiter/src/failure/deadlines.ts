import type { Timers } from "./timers.ts";

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
 */
export function createDeadlines<Call extends Due>(
  timers: Timers,
  graceMs: number,
  onPassed: (call: Call) => void,
): Deadlines<Call> {
  // A set gives its members in the order in which they came.
  const calls = new Set<Call>();
  let callOff: (() => void) | undefined;
  const sleep = (delayMs: number, work: () => void) => {
    callOff = timers.after(Math.max(0, delayMs), work);
  };
  const watchFirst = () => {
    const [first] = calls;
    if (first === undefined) callOff = undefined;
    else sleep(first.dueAtMs - timers.nowMs(), () => wake(first.dueAtMs));
  };
  const wake = (wokenForMs: number) => {
    if (timers.nowMs() - wokenForMs > oversleptMs) sleep(graceMs, expire);
    else expire();
  };
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
      if (callOff === undefined) watchFirst();
    },
    remove: (call) => calls.delete(call),
    clear() {
      callOff?.();
      callOff = undefined;
      const left = [...calls];
      calls.clear();
      return left;
    },
  };
}
