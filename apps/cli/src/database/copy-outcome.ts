import type { Outcome } from "../cli-command.ts";
import type { Say } from "../texts/say.ts";
import type { CopiedClicks } from "./copy-clicks.ts";
import type { CopyResult } from "./copy-database.ts";

/** Tells what a copy did, and what it did not. */
export function copyOutcome(result: CopyResult, clicks: CopiedClicks, say: Say): Outcome {
  const isWhole = result.refused === 0 && result.wrong.length === 0 && clicks.isWhole;
  const lines = [
    say("db.copied", { written: result.written }),
    ...result.tables.map(({ table, source, target }) => say("db.copyRow", { table, source, target })),
    ...clickLines(clicks, say),
  ];
  if (result.refused > 0) {
    lines.push(say("db.copyRefused", { refused: result.refused, first: result.firstRefused.join(", ") }));
  }
  if (result.wrong.length > 0) {
    lines.push(say("db.copyWrong", { tables: result.wrong.map(({ table }) => table).join(", ") }));
  }
  if (isWhole) lines.push(say("db.copyWhole"));
  return { json: { ...result, clicks, isWhole }, human: `${lines.join("\n")}\n`, ...(isWhole ? {} : { exitCode: 1 }) };
}

function clickLines(clicks: CopiedClicks, say: Say): readonly string[] {
  if (clicks.state !== "copied") {
    if (clicks.state === "none") return [];
    return [say(clicks.state === "left" ? "db.copyClicksLeft" : "db.copyClicksUsed")];
  }
  const { source, target } = clicks.counts;
  const counts = { source: source.humans, target: target.humans };
  return [say(clicks.isWhole ? "db.copyClicks" : "db.copyClicksWrong", counts)];
}
