import { StoreFailure } from "../../store-failure.ts";
import { isDecision, modes, type Mode, type Question } from "./question.ts";

/** The same question, asked by one or many. */
export type Entry = {
  readonly mode: Mode;
  /** Of its keys, among the keys of the call. */
  readonly places: readonly number[];
  readonly askers: Question[];
  /** What it asks of which counters. */
  readonly text: string;
};

/**
 * Gives everybody his part of the script's reply: `[now, how many keys failed, answers…, keys that failed…]`.
 *
 * @param isUniform Whether there is one asker for each key, and the answers are runs: how many in a row have this one.
 * @throws {StoreFailure} `STORE_REFUSED` when it is no such thing.
 */
export function giveAnswers(entries: readonly Entry[], isUniform: boolean, reply: unknown): void {
  const numbers = toNumbers(reply);
  const [atMicros = 0, failures = 0] = numbers;
  const failed = new Set(failures > 0 ? numbers.slice(-failures) : []);
  const places = isUniform ? placesInRuns(numbers, entries.length) : placesOfRounds(numbers, entries);
  for (const [i, { askers, places: keys, mode }] of entries.entries()) {
    const isFailed = failures > 0 && keys.some((key) => failed.has(key));
    const { at, rounds } = places[i] ?? { at: numbers.length, rounds: 1 };
    for (const [round, asker] of askers.entries()) {
      if (isFailed) asker.fail(unreadable(asker.keys));
      else asker.answer({ numbers, at: at + lengthOf(mode, keys) * Math.min(round, rounds - 1), atMicros });
    }
  }
}

/** The same, where nobody else has asked. */
export function giveOnly(asker: Question, reply: unknown): void {
  const numbers = toNumbers(reply);
  if (numbers[1] === 0) asker.answer({ numbers, at: 3, atMicros: numbers[0] ?? 0 });
  else asker.fail(unreadable(asker.keys));
}

/** Where an entry's answers begin, and how many it has. */
type Place = { readonly at: number; readonly rounds: number };

function placesInRuns(numbers: readonly number[], count: number): readonly Place[] {
  const places: Place[] = [];
  for (let run = 2; places.length < count; run += 4) {
    const place = { at: run + 1, rounds: 1 };
    for (let left = numbers[run] ?? count; left > 0; left--) places.push(place);
  }
  return places;
}

/** Who was asked more than once says first how many answers there are. */
function placesOfRounds(numbers: readonly number[], entries: readonly Entry[]): readonly Place[] {
  let at = 2;
  return entries.map(({ mode, places, askers }) => {
    const isMany = askers.length > 1;
    const place = { at: isMany ? at + 1 : at, rounds: isMany ? (numbers[at] ?? 1) : 1 };
    at = place.at + lengthOf(mode, places) * place.rounds;
    return place;
  });
}

/** Numbers that one answer has. */
function lengthOf(mode: Mode, places: readonly number[]): number {
  if (isDecision(mode)) return 3 * places.length;
  return mode === modes.refund ? places.length : 0;
}

function toNumbers(reply: unknown): readonly number[] {
  if (!Array.isArray(reply)) throw new StoreFailure("STORE_REFUSED", "Redis: the script's reply is no list.");
  // Some clients can be told to give numbers as text.
  return reply.every((value) => typeof value === "number") ? reply : reply.map(Number);
}

function unreadable(keys: readonly string[]): StoreFailure {
  return new StoreFailure(
    "STORE_STATE_UNREADABLE",
    `Something that this release cannot read lies under ${keys.join(" or ")}; it was left as it is.`,
  );
}
