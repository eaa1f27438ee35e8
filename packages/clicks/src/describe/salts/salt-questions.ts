import { minuteMs } from "../../time-units.ts";
import { isLiveDay } from "./daily-salts.ts";
import { hasPassed } from "./has-passed.ts";
import type { SaltStore } from "./salt-store.ts";

const retryAfterMs = 1_000;

/** An answer that takes longer is asked for again. */
const answerMs = 10_000;

/** A salt that is there is offered again and again: a store may lose what it has, and others come later. */
const repeatMs = 10 * minuteMs;

export type SaltQuestionsOptions = {
  readonly store: Pick<SaltStore, "obtain">;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** The salt that a day shall have if the store has none. */
  readonly candidateOf: (day: number) => Uint8Array;
  /** Given what the store has kept. What it throws is a fault of the store, too. */
  readonly onAnswer: (day: number, salt: Uint8Array) => void;
  /** Told of each fault of the store. */
  readonly onFault: (error: unknown) => void;
};

/** What a store is asked about the salts of days. */
export interface SaltQuestions {
  /** Asks, unless the day is not live, or was asked about a moment ago. */
  ask(day: number): void;
  /** Since when a day has been asked about. Undefined: not at all. */
  since(day: number): number | undefined;
  /** Resolves with the first answer about a day that is asked about, at once about any other, and for all at the close. */
  answered(day: number): Promise<void>;
  /** Forgets the days that are over. */
  forget(): void;
  close(): void;
}

type Question = {
  firstAt: number;
  readonly first: PromiseWithResolvers<void>;
  askedAt: number;
  /** Not asked again before so long after that. */
  waitMs: number;
};

/** Asks a store about each live day: again a second after a fault, and every ten minutes after an answer. */
export function createSaltQuestions(options: SaltQuestionsOptions): SaltQuestions {
  const { now } = options;
  const questions = new Map<number, Question>();
  const closing = new AbortController();
  return {
    ask(day) {
      if (closing.signal.aborted || !isLiveDay(day, now())) return;
      const question = questions.get(day) ?? newQuestion(now());
      questions.set(day, question);
      // The clock may have been put back.
      question.firstAt = Math.min(question.firstAt, now());
      if (hasPassed(question.waitMs, question.askedAt, now())) void ask(day, question, options, closing.signal);
    },
    since: (day) => questions.get(day)?.firstAt,
    answered: (day) => questions.get(day)?.first.promise ?? Promise.resolve(),
    forget() {
      for (const day of questions.keys()) if (!isLiveDay(day, now())) questions.delete(day);
    },
    close() {
      closing.abort();
      for (const { first } of questions.values()) first.resolve();
    },
  };
}

function newQuestion(now: number): Question {
  return { firstAt: now, first: Promise.withResolvers(), askedAt: -Infinity, waitMs: 0 };
}

async function ask(
  day: number,
  question: Question,
  options: SaltQuestionsOptions,
  closing: AbortSignal,
): Promise<void> {
  const { store, now, candidateOf, onAnswer, onFault } = options;
  const set = (waitMs: number): void => void Object.assign(question, { askedAt: now(), waitMs });
  set(answerMs);
  try {
    const salt = await store.obtain(day, candidateOf(day));
    if (closing.aborted) return;
    onAnswer(day, salt);
    set(repeatMs);
    question.first.resolve();
  } catch (error) {
    set(retryAfterMs);
    onFault(error);
  }
}
