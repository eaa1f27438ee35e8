import { Batch } from "./batch.ts";
import type { Question } from "./question.ts";

/** Questions in one call: more would hold the server up, fewer would cost more each. */
const mostQuestions = 128;
/** Keys, after which no question is added: Lua has room for some 8,000 values in one call. */
const mostKeys = 2_000;

export type Batcher = {
  /** @param slot Only questions of one slot can go out together. */
  ask(slot: number, question: Question): void;
};

/**
 * Collects the questions of one turn of the event loop, and sends them as few calls.
 *
 * When nothing is under way, what is asked goes out at the end of the current task already, so that whoever asks alone
 * waits for nobody.
 *
 * @param send Tells the batch what becomes of it, and never rejects.
 */
export function createBatcher(send: (batch: Batch) => Promise<void>): Batcher {
  let batches = new Map<number, Batch>();
  let isScheduled = false;
  let underWay = 0;

  const launch = (batch: Batch): void => {
    underWay += 1;
    void send(batch).then(() => (underWay -= 1));
  };
  const flush = (): void => {
    isScheduled = false;
    const full = batches;
    batches = new Map();
    for (const batch of full.values()) launch(batch);
  };
  const schedule = (): void => {
    if (isScheduled) return;
    isScheduled = true;
    if (underWay === 0) queueMicrotask(flush);
    else setImmediate(flush);
  };
  return {
    ask(slot, question) {
      let batch = batches.get(slot);
      if (batch === undefined) {
        batch = new Batch();
        batches.set(slot, batch);
        schedule();
      }
      batch.add(question);
      if (batch.size < mostQuestions && batch.keyCount < mostKeys) return;
      batches.delete(slot);
      launch(batch);
    },
  };
}
