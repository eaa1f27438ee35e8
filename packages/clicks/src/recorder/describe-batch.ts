import { setImmediate as nextTurn } from "node:timers/promises";
import type { Click } from "../click.ts";
import type { Visit } from "../visit.ts";
import type { MicroBatch } from "./micro-batch.ts";
import type { VisitBuffer } from "./visit-buffer.ts";

export type BatchDescriber = {
  readonly buffer: VisitBuffer;
  readonly describe: (visit: Visit) => Click;
  readonly visitsPerTurn: number;
  readonly onFault: (error: unknown) => void;
};

/** Makes clicks of a batch's visits, some in each turn of the event loop. Ends early when nobody wants them any more. */
export async function describeBatch(
  describer: BatchDescriber,
  batch: MicroBatch,
  isWanted: () => boolean,
): Promise<void> {
  const { visits } = batch;
  const { visitsPerTurn } = describer;
  for (let first = 0; first < visits.length; first += visitsPerTurn) {
    if (first > 0) await nextTurn();
    if (!isWanted()) return;
    for (const visit of visits.slice(first, first + visitsPerTurn)) describeOne(describer, batch, visit);
  }
  batch.visits = [];
}

function describeOne({ buffer, describe, onFault }: BatchDescriber, batch: MicroBatch, visit: Visit): void {
  try {
    batch.clicks.push(describe(visit));
  } catch (error) {
    buffer.dropOne(batch);
    onFault(error);
  }
}
