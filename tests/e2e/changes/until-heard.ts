import type { Answer } from "../../program/http-client.ts";

export type HeardRounds = {
  /** Changes that are made in any case. */
  readonly changes: number;
  /** Of all that are made, so many must be answered without naming anybody. */
  readonly heard: number;
};

/** A busy machine may keep nodes from saying that they follow, but not for so many times as many changes. */
const mostTimes = 5;

/** Makes changes, numbered from 0 on, until enough of them were heard by everybody. */
export async function untilHeard(
  rounds: HeardRounds,
  change: (round: number) => Promise<Pick<Answer, "headers">>,
): Promise<void> {
  let heard = 0;
  for (let round = 0; round < rounds.changes || heard < rounds.heard; round += 1) {
    if (round === rounds.changes * mostTimes) throw new Error(`Of ${round} changes no more than ${heard} were heard.`);
    if (unheardIn(await change(round)) === "") heard += 1;
  }
}

/** Who may not know of a change, as its answer says. */
export function unheardIn({ headers }: Pick<Answer, "headers">): string {
  return String(headers["narrows-unheard"] ?? "");
}
