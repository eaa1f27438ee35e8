import { StoreFailure } from "../../store-failure.ts";
import type { Entry } from "./entry.ts";
import { isDecision, modes, type Question } from "./question.ts";
import { inRange, malformed, readNumbers } from "./read-reply.ts";

/**
 * Gives everybody his part of the script's reply: `[now, how many keys failed, answers…, keys that failed…]`.
 *
 * Of `plain` entries the answers are runs: how many in a row have this one, and the answer. Of the others: if it was
 * asked more than once, how many answers there are, the last of which holds for all that follow; and the answers.
 *
 * @param places Of each key of the batch: its place in the call.
 * @throws {StoreFailure} `STORE_REFUSED` when it is no such thing; nobody has been given anything then.
 */
export function giveAnswers(
  plain: readonly Entry[],
  rest: readonly Entry[],
  places: readonly number[],
  reply: unknown,
): void {
  const numbers = readNumbers(reply);
  const failed = failedKeys(numbers, places.length);
  const answersEnd = numbers.length - failed.size;
  if (findAnswers(plain, rest, numbers, () => {}) !== answersEnd) throw malformed("it is too short or too long");
  const [atMicros = 0] = numbers;
  const gifts: (() => void)[] = [];
  findAnswers(plain, rest, numbers, (entry, at, rounds) => {
    const isFailed = failed.size > 0 && entry.parts.some(({ key }) => failed.has(places[key] ?? 0));
    const length = lengthOf(entry);
    for (const [round, asker] of entry.askers.entries()) {
      if (isFailed) gifts.push(() => asker.fail(unreadable(asker.keys)));
      else gifts.push(asker.read({ numbers, at: at + length * Math.min(round, rounds - 1), atMicros }));
    }
  });
  // Only now: a number that cannot be may stand in the last one's answer.
  for (const give of gifts) give();
}

/** The same, where nobody else has asked. The script is brief then, if all was plain: `[now, answer…]`. */
export function giveOnly(asker: Question, reply: unknown): void {
  const numbers = readNumbers(reply);
  const [atMicros = 0, , run] = numbers;
  if (numbers.length === 1 + answerLength) return asker.read({ numbers, at: 1, atMicros })();
  const failed = failedKeys(numbers, 1);
  if (numbers.length !== 3 + answerLength + failed.size || run !== 1) throw malformed("it is too short or too long");
  if (failed.size === 0) asker.read({ numbers, at: 3, atMicros })();
  else asker.fail(unreadable(asker.keys));
}

/** Wait, remaining, life. */
const answerLength = 3;

/**
 * Tells where each entry's first answer is, and how many it has.
 *
 * @returns Where the last one ends.
 */
function findAnswers(
  plain: readonly Entry[],
  rest: readonly Entry[],
  numbers: readonly number[],
  tell: (entry: Entry, at: number, rounds: number) => void,
): number {
  let at = 2;
  let left = 0;
  for (const [i, entry] of plain.entries()) {
    if (left === 0) {
      left = inRange(numbers[at], 1, plain.length - i);
      at += 1 + answerLength;
    }
    left -= 1;
    tell(entry, at - answerLength, 1);
  }
  for (const entry of rest) {
    const { length: times } = entry.askers;
    const rounds = times > 1 ? inRange(numbers[at], 1, times) : 1;
    if (times > 1) at += 1;
    tell(entry, at, rounds);
    at += lengthOf(entry) * rounds;
  }
  return at;
}

/** The places of keys that failed, which a reply ends with, each once. */
function failedKeys(numbers: readonly number[], keyCount: number): ReadonlySet<number> {
  const count = inRange(numbers[1], 0, keyCount);
  const failed = new Set(count > 0 ? numbers.slice(-count) : []);
  for (const place of failed) inRange(place, 1, keyCount);
  if (failed.size !== count) throw malformed("a key failed twice");
  return failed;
}

/** Numbers that one answer to all of its charges has. */
function lengthOf({ mode, parts }: Entry): number {
  if (isDecision(mode)) return answerLength * parts.length;
  return mode === modes.refund ? parts.length : 0;
}

function unreadable(keys: readonly string[]): StoreFailure {
  return new StoreFailure(
    "STORE_STATE_UNREADABLE",
    `Something that this release cannot read lies under ${keys.join(" or ")}; it was left as it is.`,
  );
}
