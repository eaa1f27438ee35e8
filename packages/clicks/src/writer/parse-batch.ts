import { setImmediate as nextTurn } from "node:timers/promises";
import type { LogBatch } from "../click-log.ts";
import type { ClickBatch } from "../click-store.ts";
import type { Click } from "../click.ts";
import type { DeadLetter } from "../dead-letter.ts";
import { parseClick } from "../format-click.ts";
import { judgeInstant } from "./judge-instant.ts";

/** Longer records are cut: a dead letter is there to be looked at, not to be sent again. */
const maxRecordLength = 4_096;

export type ParsedBatch = ClickBatch & { readonly early: number; readonly late: number };

export type BatchParser = { readonly recordsPerTurn: number; readonly now: () => number };

/** Makes clicks of a log's records, some in each turn of the event loop. What is no click becomes a dead letter. */
export async function parseBatch(batch: LogBatch, { recordsPerTurn, now }: BatchParser): Promise<ParsedBatch> {
  const { partition, from, to, records } = batch;
  const clicks: Click[] = [];
  const dead: DeadLetter[] = [];
  const counts = { early: 0, late: 0, timely: 0 };
  const foundAt = now();
  for (const [index, record] of records.entries()) {
    if (index > 0 && index % recordsPerTurn === 0) await nextTurn();
    const click = tryParse(record);
    if (click instanceof Error) {
      dead.push({ partition, batchTo: to, index, record: cut(record), fault: click.message, foundAt });
      continue;
    }
    const { verdict, at } = judgeInstant(click.at, foundAt);
    counts[verdict] += 1;
    clicks.push(at === click.at ? click : { ...click, at });
  }
  return { partition, from, to, clicks, dead, early: counts.early, late: counts.late };
}

function tryParse(record: string): Click | Error {
  try {
    return parseClick(record);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

const cut = (record: string): string => record.slice(0, maxRecordLength).toWellFormed();
