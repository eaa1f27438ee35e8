import type { Outcome } from "../cli-command.ts";
import type { Say } from "../texts/say.ts";
import type { CopyResult } from "./copy-database.ts";

/** Tells what a copy did, and what it did not. */
export function copyOutcome(result: CopyResult, say: Say): Outcome {
  const isWhole = result.refused === 0 && result.wrong.length === 0;
  const lines = [
    say("db.copied", { written: result.written }),
    ...result.tables.map(({ table, source, target }) => say("db.copyRow", { table, source, target })),
  ];
  if (result.refused > 0) {
    lines.push(say("db.copyRefused", { refused: result.refused, first: result.firstRefused.join(", ") }));
  }
  if (result.wrong.length > 0) {
    lines.push(say("db.copyWrong", { tables: result.wrong.map(({ table }) => table).join(", ") }));
  }
  if (isWhole) lines.push(say("db.copyWhole"));
  return { json: { ...result, isWhole }, human: `${lines.join("\n")}\n`, ...(isWhole ? {} : { exitCode: 1 }) };
}
