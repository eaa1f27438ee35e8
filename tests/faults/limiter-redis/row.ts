import type { Fault } from "./fault.ts";
import { isOwn } from "./load.ts";
import { modes, type Suffered } from "./suffer.ts";

/** The table of the page without its rows. */
export const head = [
  "| Redis | `failure` | `open` | `closed` | `memory` | Afterwards |",
  "|---|---|---|---|---|---|",
].join("\n");

/** What was seen of one fault, in words that are the same at every run. Clients that differ are told apart. */
export function rowOf(fault: Fault, suffered: readonly Suffered[]): string {
  const cells = modes.map((mode) => alike(suffered.filter((one) => one.mode === mode).map(answersOf)));
  const afterwards = `${fault.lifted}: ${alike(suffered.map(returnOf))}`;
  return `| ${[fault.name, usualCause(suffered), ...cells, afterwards].join(" | ")} |`;
}

/** On a busy machine a call can miss its deadline, whatever else is wrong. */
function usualCause(suffered: readonly Suffered[]): string {
  const sums = new Map<string, number>();
  for (const { during } of suffered) {
    for (const [code, count] of [...during.greedy.causes, ...during.crowd.causes]) {
      sums.set(code, (sums.get(code) ?? 0) + count);
    }
  }
  const [most] = [...sums].toSorted(([, a], [, b]) => b - a);
  return most === undefined ? "none" : `\`${most[0]}\``;
}

function answersOf({ during, givenToGreedy }: Suffered): string {
  const { greedy, crowd } = during;
  if (isOwn(greedy)) return "Redis decides";
  const whose = isOwn(crowd) ? "of that key: " : "";
  if (greedy.allowed === greedy.asked) return `${whose}all pass`;
  if (givenToGreedy === 0) return `${whose}none pass, ${greedy.denied === 0 ? "503" : "429"}`;
  return `${whose}${givenToGreedy} pass, then 429`;
}

function returnOf({ after, states }: Suffered): string {
  if (!isOwn(after.greedy) || !isOwn(after.crowd)) return "not back";
  return states.length === 0 ? "Redis was asked all along" : "back by itself";
}

function alike(cells: readonly string[]): string {
  return [...new Set(cells)].join(" / ");
}
