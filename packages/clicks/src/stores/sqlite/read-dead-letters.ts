import type { DatabaseSync } from "node:sqlite";
import type { DeadLetter } from "../../dead-letter.ts";
import { prepare } from "./sql.ts";

export function prepareDeadLetters(database: DatabaseSync) {
  const select = prepare(database, "select-dead-letters");
  const removed = prepare(database, "select-removed-letters");
  return {
    newest: (limit: number): readonly DeadLetter[] => select.all(limit).map(deadLetterFrom),
    removed: (): number => Number(removed.get()?.["dead_letters"]),
  };
}

function deadLetterFrom(row: Readonly<Record<string, unknown>>): DeadLetter {
  return {
    partition: String(row["partition"]),
    batchTo: Number(row["batch_to"]),
    index: Number(row["place"]),
    record: String(row["record"]),
    fault: String(row["fault"]),
    foundAt: Number(row["found_at"]),
  };
}
