import type { DeadLetter } from "../../dead-letter.ts";
import type { Connection, Row } from "../../postgres/connection.ts";
import { arrayText } from "../../postgres/statement.ts";
import { readStatement } from "./statement.ts";

const insertLetters = readStatement("insert-dead-letters");
const removeLetters = readStatement("remove-dead-letters");
const selectLetters = readStatement("select-dead-letters");

/** Older ones have to make room. */
const keptLetters = 1_000;

/** The transaction must hold the lock of the buckets, so that no two remove the same ones. */
export async function insertDeadLetters(connection: Connection, letters: readonly DeadLetter[]): Promise<void> {
  if (letters.length === 0) return;
  await connection.run(insertLetters, {
    partition: arrayText(letters.map(({ partition }) => partition)),
    batchTo: arrayText(letters.map(({ batchTo }) => batchTo)),
    index: arrayText(letters.map(({ index }) => index)),
    record: arrayText(letters.map(({ record }) => storable(record))),
    fault: arrayText(letters.map(({ fault }) => storable(fault))),
    foundAt: arrayText(letters.map(({ foundAt }) => foundAt)),
  });
  await connection.run(removeLetters, { kept: keptLetters });
}

export async function selectDeadLetters(connection: Connection, limit: number): Promise<readonly DeadLetter[]> {
  return (await connection.run(selectLetters, { limit })).map(letterFromRow);
}

/** PostgreSQL's text holds no U+0000 and no half characters; a record must not hold its partition up for that. */
function storable(text: string): string {
  return text.toWellFormed().replaceAll("\u0000", "\uFFFD");
}

function letterFromRow([partition, batchTo, index, record, fault, foundAt]: Row): DeadLetter {
  return {
    partition: String(partition),
    batchTo: Number(batchTo),
    index: Number(index),
    record: String(record),
    fault: String(fault),
    foundAt: Number(foundAt),
  };
}
