import { settleWithin } from "../../settle-within.ts";
import { minuteMs } from "../../time-units.ts";
import { firstLiveDay, minSaltBytes, saltBytes, type DailySalts, type SaltOptions } from "./daily-salts.ts";
import { hasPassed } from "./has-passed.ts";
import { createLiveSalts, type LiveSalts } from "./live-salts.ts";
import { saltDayOf } from "./salt-day.ts";
import { createSaltQuestions, type SaltQuestionsOptions } from "./salt-questions.ts";
import type { SaltStore } from "./salt-store.ts";

/** Ahead of midnight, so that the first click of a day finds its salt. */
const aheadMs = 10 * minuteMs;

/** How often a wait for the first salt asks again, as far as it may be asked. */
const askEveryMs = 1_000;

/** A process whose clock is behind may make a salt of a day that is over. */
const removeEveryMs = 10 * minuteMs;

export type SharedSaltOptions = SaltOptions & {
  readonly store: SaltStore;
  /** Opens the node's own, for a day whose shared salt is not there in time. They are closed as soon as they have given it. */
  readonly openOwn: () => DailySalts;
  /** Told of each fault of the store. */
  readonly onFault: (error: unknown) => void;
  /** Told once of a day for which this process uses the node's own salt. */
  readonly onAlone: (day: number) => void;
  /** How long a day's salt is asked for before the node's own is used. Default: 5,000. */
  readonly patienceMs?: number;
};

/**
 * Shares salts among nodes by a store. Nobody who follows a link waits for it: a day's salt is asked for when the process
 * begins, ten minutes before midnight, and again a second after a fault. Clicks come without a visitor until it is there;
 * after `patienceMs` the node's own salt is used, and then until the day is over, for a reader counts once for each salt.
 */
export function createSharedSalts(options: SharedSaltOptions): DailySalts {
  const { openOwn, now, patienceMs = 5_000 } = options;
  const live = createLiveSalts(now, () => look());
  const questions = createSaltQuestions(questionsOf(options, live));
  const removeOld = createRemoving(options);
  const look = (): void => {
    questions.forget();
    questions.ask(saltDayOf(now()));
    questions.ask(saltDayOf(now() + aheadMs));
    removeOld();
  };
  const own = createSpareSalts(openOwn);
  let isClosed = false;
  const useOwn = (day: number): void => {
    const salt = own.take(day);
    if (salt === undefined) return;
    live.set(day, salt);
    options.onAlone(day);
  };
  look();
  return {
    of(day) {
      if (live.get(day) === undefined) {
        questions.ask(day);
        const since = questions.since(day);
        if (since !== undefined && now() - since >= patienceMs) useOwn(day);
      }
      return live.get(day);
    },
    async ready() {
      const day = saltDayOf(now());
      const asking = setInterval(() => questions.ask(day), askEveryMs);
      await settleWithin(patienceMs, questions.answered(day));
      clearInterval(asking);
      const isMissing = (): boolean => !isClosed && live.get(day) === undefined;
      if (!isMissing()) return;
      await own.ready();
      if (isMissing()) useOwn(day);
    },
    close() {
      isClosed = true;
      questions.close();
      live.close();
      own.close();
    },
  };
}

/** Salts that are opened when one of them is needed, and closed as soon as they have given it. */
function createSpareSalts(open: () => DailySalts) {
  let opened: DailySalts | undefined;
  const close = (): void => {
    opened?.close();
    opened = undefined;
  };
  return {
    ready: (): Promise<void> => (opened ??= open()).ready(),
    take(day: number): Uint8Array | undefined {
      const salt = (opened ??= open()).of(day);
      if (salt === undefined) return undefined;
      // What is closed makes zeros of its own.
      const taken = Uint8Array.from(salt);
      close();
      return taken;
    },
    close,
  };
}

function questionsOf(options: SharedSaltOptions, live: LiveSalts): SaltQuestionsOptions {
  const { store, now, randomBytes, onFault } = options;
  return {
    store,
    now,
    onFault,
    candidateOf: (day) => live.get(day) ?? randomBytes(saltBytes),
    onAnswer(day, salt) {
      if (salt.length < minSaltBytes) throw new Error(`The store gave a salt of ${salt.length} bytes.`);
      // A salt that has been used is kept, whatever others have agreed on meanwhile.
      if (live.get(day) === undefined) live.set(day, salt);
    },
  };
}

/** Makes a function that has the store remove what is over: at once when a day is, and then again and again. */
function createRemoving({ store, now, onFault }: SharedSaltOptions): () => void {
  let done = { before: -Infinity, at: -Infinity };
  let isUnderWay = false;
  return () => {
    const before = firstLiveDay(now());
    if (isUnderWay || (before === done.before && !hasPassed(removeEveryMs, done.at, now()))) return;
    isUnderWay = true;
    store
      .removeBefore(before)
      .then(() => (done = { before, at: now() }))
      .catch(onFault)
      .finally(() => (isUnderWay = false));
  };
}
