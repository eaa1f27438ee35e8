import { isLiveDay, minSaltBytes, saltBytes, type DailySalts, type SaltOptions } from "./daily-salts.ts";
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

/** An answer that takes longer is asked for again; when it comes late, it is as good as in time. */
const patienceMs = 10_000;

export type SharedSaltOptions = SaltOptions & {
  readonly store: SaltStore;
  /** Told of each fault of the store. */
  readonly onFault: (error: unknown) => void;
};

/**
 * Shares salts among nodes by a store. Nobody waits for it: clicks come without a visitor until the day's salt is there,
 * which is asked for now, ten minutes before midnight, and again a second after a fault.
 */
export function createSharedSalts(options: SharedSaltOptions): DailySalts {
  const { store, now, randomBytes, onFault } = options;
  const askAgainAt = new Map<number, number>();
  let isClosed = false;
  const take = (day: number, salt: Uint8Array): void => {
    if (salt.length < minSaltBytes) throw new Error(`The store gave a salt of ${salt.length} bytes.`);
    askAgainAt.delete(day);
    if (!isClosed) live.set(day, salt);
  };
  const ask = (day: number): void => {
    if (live.get(day) !== undefined || !isLiveDay(day, now()) || now() < (askAgainAt.get(day) ?? -Infinity)) return;
    askAgainAt.set(day, now() + patienceMs);
    store
      .obtain(day, randomBytes(saltBytes))
      .then((salt) => take(day, salt))
      .catch((error: unknown) => {
        askAgainAt.set(day, now() + retryAfterMs);
        onFault(error);
      });
  };
  const forget = createForgetting(options);
  const look = (): void => {
    ask(saltDayOf(now()));
    ask(saltDayOf(now() + aheadMs));
    forget();
  };
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

/** Makes a function that has the store remove what is over, once for each day and one at a time. */
function createForgetting({ store, now, onFault }: SharedSaltOptions): () => void {
  let doneBefore: number | undefined;
  let isUnderWay = false;
  return () => {
    const today = saltDayOf(now());
    const first = isLiveDay(today - 1, now()) ? today - 1 : today;
    if (isUnderWay || first === doneBefore) return;
    isUnderWay = true;
    store
      .removeBefore(first)
      .then(() => (doneBefore = first))
      .catch(onFault)
      .finally(() => (isUnderWay = false));
  };
}
