import type { Answer } from "../../program/http-client.ts";

export type HeardRounds = {
  /** Changes that are made in any case. */
  readonly changes: number;
  /** Of all that are made, so many must be answered without naming anybody. */
  readonly heard: number;
};

/** A busy machine may keep nodes from saying that they follow, but not for so many times as many changes. */
const mostTimes = 5;

/** A bus that fails now and then never has so many, a busy machine sooner or later. */
const inARow = 5;

/** Makes changes, numbered from 0 on, until enough of them were heard by everybody, some of them one after the other. */
export async function untilHeard(
  rounds: HeardRounds,
  change: (round: number) => Promise<Pick<Answer, "headers">>,
): Promise<void> {
  let [heard, row, longestRow] = [0, 0, 0];
  const isEnough = (): boolean => heard >= rounds.heard && longestRow >= Math.min(inARow, rounds.changes);
  for (let round = 0; round < rounds.changes || !isEnough(); round += 1) {
    if (round === rounds.changes * mostTimes) {
      throw new Error(`Of ${round} changes ${heard} were heard, no more than ${longestRow} in a row.`);
    }
    const isHeard = unheardIn(await change(round)) === "";
    heard += isHeard ? 1 : 0;
    row = isHeard ? row + 1 : 0;
    longestRow = Math.max(longestRow, row);
  }
}

/** Who may not know of a change, as its answer says. */
export function unheardIn({ headers }: Pick<Answer, "headers">): string {
  return String(headers["narrows-unheard"] ?? "");
}
