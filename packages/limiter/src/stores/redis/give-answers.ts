import { StoreFailure } from "../../store-failure.ts";
import type { Entry } from "./entry.ts";
import { isDecision, modes, type Question, type Reply } from "./question.ts";

/**
 * Gives everybody his part of the script's reply: `[now, how many keys failed, answers…, keys that failed…]`.
 *
 * Of `plain` entries the answers are runs: how many in a row have this one, and the answer. Of the others: if it was
 * asked more than once, how many answers there are, the last of which holds for all that follow; and the answers.
 *
 * @param places Of each key of the batch: its place in the call.
 * @throws {StoreFailure} `STORE_REFUSED` when it is no such thing.
 */
export function giveAnswers(
  plain: readonly Entry[],
  rest: readonly Entry[],
  places: readonly number[],
  reply: unknown,
): void {
  const numbers = toNumbers(reply);
  const [atMicros = 0, failures = 0] = numbers;
  const failed = new Set(failures > 0 ? numbers.slice(-failures) : []);
  const isFailed = ({ parts }: Entry) => failures > 0 && parts.some(({ key }) => failed.has(places[key] ?? 0));
  let at = 2;
  let left = 0;
  for (const entry of plain) {
    if (left === 0) {
      left = numbers[at] ?? plain.length;
      at += 1 + answerLength;
    }
    left -= 1;
    tell(entry, isFailed(entry), { numbers, at: at - answerLength, atMicros }, 1);
  }
  for (const entry of rest) {
    const isMany = entry.askers.length > 1;
    const rounds = isMany ? (numbers[at] ?? 1) : 1;
    if (isMany) at += 1;
    tell(entry, isFailed(entry), { numbers, at, atMicros }, rounds);
    at += lengthOf(entry) * rounds;
  }
}

function tell(entry: Entry, isFailed: boolean, { numbers, at, atMicros }: Reply, rounds: number): void {
  const length = lengthOf(entry);
  for (const [round, asker] of entry.askers.entries()) {
    if (isFailed) asker.fail(unreadable(asker.keys));
    else asker.answer({ numbers, at: at + length * Math.min(round, rounds - 1), atMicros });
  }
}

/** The same, where nobody else has asked. The script is brief then, if all was plain: `[now, answer…]`. */
export function giveOnly(asker: Question, reply: unknown): void {
  const numbers = toNumbers(reply);
  const [atMicros = 0, failures = 0] = numbers;
  if (numbers.length === 1 + answerLength) asker.answer({ numbers, at: 1, atMicros });
  else if (failures === 0) asker.answer({ numbers, at: 3, atMicros });
  else asker.fail(unreadable(asker.keys));
}

/** Wait, remaining, life. */
const answerLength = 3;

/** Numbers that one answer to all of its charges has. */
function lengthOf({ mode, parts }: Entry): number {
  if (isDecision(mode)) return answerLength * parts.length;
  return mode === modes.refund ? parts.length : 0;
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
