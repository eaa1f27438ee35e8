import type { Entry } from "./entry.ts";
import { giveAnswers } from "./give-answers.ts";
import { isDecision, isPlain } from "./question.ts";

/** What the script gets, and who is told what it says. */
export type Call = {
  readonly keys: readonly string[];
  readonly args: readonly string[];
  /** @throws {StoreFailure} `STORE_REFUSED` when it is no reply of the script. */
  settle(reply: unknown): void;
};

/**
 * Puts entries into the form of the script.
 *
 * One charge of one key that nobody else asks, like the first such one in quota and cost, is plain. Those are said more
 * briefly and come first; as no other entry concerns their keys, that is as good as their own order.
 */
export function toCall(
  keys: readonly string[],
  quotas: readonly string[],
  entries: readonly Entry[],
  isAskedOnce: (key: number) => boolean,
): Call {
  const plain: Entry[] = [];
  const rest: Entry[] = [];
  for (const entry of entries) {
    const isAlone = entry.askers.length === 1 && entry.parts.every(({ key }) => isAskedOnce(key));
    (isAlone && isLike(entry, plain[0]) ? plain : rest).push(entry);
  }
  const order = plain.map(({ parts }) => parts[0]?.key ?? 0);
  const places = placesOf(keys.length, order);
  return {
    keys: order.map((key) => keys[key] ?? ""),
    args: argsOf(plain[0], quotas, restText(plain.length, quotas, rest, places)),
    settle: (reply) => giveAnswers(plain, rest, places, reply),
  };
}

function isLike({ askers, parts }: Entry, first: Entry | undefined): boolean {
  const [asker] = askers;
  if (asker === undefined || !isPlain(asker)) return false;
  const [part] = parts;
  const [other = part] = first?.parts ?? [];
  return part?.quota === other?.quota && part?.cost === other?.cost;
}

/** Where each key comes to stand, counted from 1: those in `order` first. Completes `order`. */
function placesOf(count: number, order: number[]): readonly number[] {
  const places = Array.from({ length: count }, () => 0);
  for (const [i, key] of order.entries()) places[key] = i + 1;
  for (const [key, place] of places.entries()) if (place === 0) places[key] = order.push(key);
  return places;
}

function argsOf(first: Entry | undefined, quotas: readonly string[], rest: string): readonly string[] {
  const [part] = first?.parts ?? [];
  const quota = part === undefined ? undefined : quotas[Math.floor(part.quota / 2) - 1];
  const uniform = part === undefined || quota === undefined ? ["*", "0"] : [quota, String(part.cost)];
  return rest === "" ? uniform : [...uniform, rest];
}

function restText(
  plainCount: number,
  quotas: readonly string[],
  rest: readonly Entry[],
  places: readonly number[],
): string {
  if (rest.length === 0 && plainCount > 0) return "";
  const entries = rest.map(({ mode, parts, askers }) => {
    const argument = isDecision(mode) ? askers.length : askers[0]?.argument;
    const charges = parts.map(({ quota, key, cost }) => `,${quota},${places[key]},${cost}`);
    return `${mode},${argument},${parts.length}${charges.join("")}`;
  });
  return `[${plainCount},[${quotas.map((quota) => `"${quota}"`).join()}],[${entries.join()}]]`;
}
