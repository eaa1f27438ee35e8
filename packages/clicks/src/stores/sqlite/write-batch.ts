import type { DatabaseSync } from "node:sqlite";
import { ClickError } from "../../click-error.ts";
import { endOfLog, type ClickBatch } from "../../click-store.ts";
import type { Click } from "../../click.ts";
import type { DeadLetter } from "../../dead-letter.ts";
import type { LinkIds } from "./link-ids.ts";
import { packClick } from "./raw-click.ts";
import { prepare } from "./sql.ts";
import type { AddToBuckets } from "./write-buckets.ts";

export type BatchParts = {
  readonly links: LinkIds;
  readonly addToBuckets: AddToBuckets;
  /** The oldest ones above this are removed and counted. */
  readonly keptDeadLetters: number;
};

/** Stores a batch within a transaction of the caller's. @throws {ClickError} `POSITION_MOVED` */
export function prepareBatch(database: DatabaseSync, parts: BatchParts): (batch: ClickBatch) => void {
  const selectPosition = prepare(database, "select-position");
  const savePosition = prepare(database, "save-position");
  const addHumans = prepare(database, "add-humans");
  const insertNew = prepareNewClicks(database, parts.links);
  const keepDead = prepareDeadLetters(database, parts.keptDeadLetters);
  return ({ partition, from, to, clicks, dead }) => {
    const at = Number(selectPosition.get(partition)?.["at"] ?? 0);
    if (to <= at) return;
    if (from !== at) throw new ClickError("POSITION_MOVED", `It stands at ${at}, and the batch begins at ${from}.`);
    for (const [link, humans] of parts.addToBuckets(insertNew(clicks))) if (humans > 0) addHumans.run(link, humans);
    keepDead(dead);
    savePosition.run(partition, to, endOfLog);
  };
}

/** Keeps raw clicks, and gives those whose id was not there. */
function prepareNewClicks(database: DatabaseSync, links: LinkIds): (clicks: readonly Click[]) => readonly Click[] {
  const insert = prepare(database, "insert-click");
  return (clicks) =>
    clicks.filter((click) => {
      const { id, class: classIndex, visitor, payload } = packClick(click);
      return insert.run(click.at, id, links.idOf(click), classIndex, visitor, payload).changes === 1;
    });
}

function prepareDeadLetters(database: DatabaseSync, kept: number): (dead: readonly DeadLetter[]) => void {
  const insert = prepare(database, "insert-dead-letter");
  const remove = prepare(database, "remove-dead-letters");
  const count = prepare(database, "count-removed-letters");
  return (dead) => {
    for (const { partition, batchTo, index, record, fault, foundAt } of dead) {
      insert.run(partition, batchTo, index, record.toWellFormed(), fault.toWellFormed(), foundAt);
    }
    if (dead.length > 0) count.run(Number(remove.run(kept).changes));
  };
}
