import type { DeadLetter } from "@narrows/clicks";
import type { Outcome } from "../cli-command.ts";
import { renderTable } from "../output/table.ts";
import type { Say } from "../texts/say.ts";
import { onClickStore } from "./on-click-store.ts";

/** Of a record so many characters are shown to people. */
const shownChars = 80;

/** Lists records of the click log that are no clicks, from the store that the environment names. */
export async function listDeadLetters(
  environment: Readonly<Record<string, string | undefined>>,
  limit: number,
  say: Say,
): Promise<Outcome> {
  const deadLetters = await onClickStore(environment, (store) => store.deadLetters(limit));
  const json = { deadLetters: deadLetters.map(({ foundAt, ...letter }) => ({ foundAt: instant(foundAt), ...letter })) };
  return { json, human: deadLetters.length === 0 ? `${say("clicks.noneDead")}\n` : tableOf(deadLetters, say) };
}

function tableOf(deadLetters: readonly DeadLetter[], say: Say): string {
  const headings = (["column.found", "column.partition", "column.fault", "column.record"] as const).map((key) =>
    say(key),
  );
  const rows = deadLetters.map(({ foundAt, partition, fault, record }) => [
    instant(foundAt),
    partition,
    fault,
    JSON.stringify(record.slice(0, shownChars)),
  ]);
  return renderTable(headings, rows);
}

function instant(ms: number): string {
  return new Date(ms).toISOString();
}
