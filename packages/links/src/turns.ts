import { setImmediate as nextTurn } from "node:timers/promises";

/** What may be done in one turn of the event loop, in characters or what costs as much: a millisecond or two. */
const costPerTurn = 64 * 1024;

/**
 * Divides long work among turns of the event loop, so that redirects come in between.
 *
 * @returns Told after each step what it cost; resolves with the next turn when this one is used up.
 */
export function createTurns(): (cost: number) => Promise<void> | undefined {
  let left = costPerTurn;
  return (cost) => {
    left -= cost;
    if (left > 0) return undefined;
    left = costPerTurn;
    return nextTurn();
  };
}
