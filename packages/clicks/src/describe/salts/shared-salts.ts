import { isLiveDay, saltBytes, type DailySalts, type SaltOptions } from "./daily-salts.ts";
import { createLiveSalts } from "./live-salts.ts";
import { saltDayOf } from "./salt-day.ts";

/** Where several nodes keep the salts that they share. */
export interface SaltStore {
  /**
   * Keeps the candidate as the salt of the day unless there is one.
   *
   * @returns The salt that is kept, the same for whoever asks.
   */
  obtain(day: number, candidate: Uint8Array): Promise<Uint8Array>;
  /** Removes the salts of days for good, with whatever copies the store makes. */
  removeBefore(day: number): Promise<void>;
}

/** Ahead of midnight, so that the first click of a day finds its salt. */
const aheadMs = 10 * 60_000;
const retryAfterMs = 1_000;

/**
 * Shares salts among nodes by a store. Nobody waits for it: clicks come without a visitor until the day's salt is there,
 * which is asked for now, ten minutes before midnight, and again a second after a fault.
 */
export function createSharedSalts(
  options: SaltOptions & { readonly store: SaltStore; readonly onFault: (error: unknown) => void },
): DailySalts {
  const { store, now, randomBytes, onFault } = options;
  const asked = new Map<number, number>();
  const ask = (day: number): void => {
    if (live.get(day) !== undefined || !isLiveDay(day, now()) || now() < (asked.get(day) ?? -Infinity)) return;
    asked.set(day, Infinity);
    store.obtain(day, randomBytes(saltBytes)).then(
      (salt) => {
        asked.delete(day);
        if (!isClosed) live.set(day, salt);
      },
      (error: unknown) => {
        asked.set(day, now() + retryAfterMs);
        onFault(error);
      },
    );
  };
  const look = (): void => {
    ask(saltDayOf(now()));
    ask(saltDayOf(now() + aheadMs));
    forget();
  };
  const forget = (): void => {
    const first = [saltDayOf(now()) - 1, saltDayOf(now())].find((day) => isLiveDay(day, now()));
    if (first === undefined || first === forgottenBefore) return;
    store.removeBefore(first).then(() => (forgottenBefore = first), onFault);
  };
  let isClosed = false;
  let forgottenBefore: number | undefined;
  const live = createLiveSalts(now, look);
  look();
  return {
    of(day) {
      const salt = live.get(day);
      if (salt === undefined) ask(day);
      return salt;
    },
    close() {
      isClosed = true;
      live.close();
    },
  };
}
