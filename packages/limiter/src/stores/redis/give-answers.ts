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
 * @throws {StoreFailure} `STORE_REFUSED` when it is no such thing.
 */
export function giveAnswers(entries: readonly Entry[], reply: unknown): void {
  const numbers = toNumbers(reply);
  const [atMicros = 0, failures = 0] = numbers;
  const failed = new Set(failures > 0 ? numbers.slice(-failures) : []);
  let at = 2;
  for (const entry of entries) {
    const { askers } = entry;
    const length = lengthOf(entry);
    let rounds = 1;
    if (askers.length > 1) {
      rounds = numbers[at] ?? 1;
      at += 1;
    }
    const isFailed = failures > 0 && entry.places.some((place) => failed.has(place));
    for (const [i, asker] of askers.entries()) {
      if (isFailed) asker.fail(unreadable(asker.keys));
      else asker.answer({ numbers, at: at + length * Math.min(i, rounds - 1), atMicros });
    }
    at += length * rounds;
  }
}

/** Numbers that one answer has. */
function lengthOf({ mode, places }: Entry): number {
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
