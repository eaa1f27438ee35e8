import { isLiveDay } from "./daily-salts.ts";

/** How often it is looked whether a day is over, also when nobody comes. */
const forgetEveryMs = 60_000;

/** The salts in this process's memory: of the days that are live, and of no others. */
export interface LiveSalts {
  get(day: number): Uint8Array | undefined;
  set(day: number, salt: Uint8Array): void;
  close(): void;
}

/** @param alsoForget Called once in a minute, after the memory has forgotten. */
export function createLiveSalts(now: () => number, alsoForget: () => void = () => undefined): LiveSalts {
  const salts = new Map<number, Uint8Array>();
  const forget = (): void => {
    for (const [day, salt] of salts) {
      if (isLiveDay(day, now())) continue;
      // The collector may leave the bytes where they are for long.
      salt.fill(0);
      salts.delete(day);
    }
  };
  const timer = setInterval(() => {
    forget();
    alsoForget();
  }, forgetEveryMs).unref();
  return {
    get: (day) => (isLiveDay(day, now()) ? salts.get(day) : undefined),
    set: (day, salt) => void salts.set(day, Uint8Array.from(salt)),
    close() {
      clearInterval(timer);
      for (const salt of salts.values()) salt.fill(0);
      salts.clear();
    },
  };
}
