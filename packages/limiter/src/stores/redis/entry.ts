import { isDecision, type Mode, type Question } from "./question.ts";

/** What one charge asks, as the script is told. */
export type Part = {
  /** Among the keys of the batch, from 0. */
  readonly key: number;
  /** Among the quotas of the batch, from 1; twice that, plus 1 in shadow. */
  readonly quota: number;
  readonly cost: number;
};

/** The same question, asked by one or many. */
export type Entry = { readonly mode: Mode; readonly parts: readonly Part[]; readonly askers: Question[] };

/** Whether it asks the same, so that what one of several hears tells what the next one would. */
export function isSame(entry: Entry, mode: Mode, parts: readonly Part[]): boolean {
  if (entry.mode !== mode || !isDecision(mode) || entry.parts.length !== parts.length) return false;
  return parts.every(({ key, quota, cost }, i) => {
    const other = entry.parts[i];
    return other !== undefined && other.key === key && other.quota === quota && other.cost === cost;
  });
}
