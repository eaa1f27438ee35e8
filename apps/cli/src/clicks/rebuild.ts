import type { Context, Outcome } from "../cli-command.ts";
import { OptionError } from "../cli-error.ts";
import { onClickStore } from "./on-click-store.ts";

const dayMs = 86_400_000;

/**
 * Counts the clicks of whole UTC days anew, from the single clicks that are kept.
 *
 * @throws {OptionError} When a day is none or is yet to come, or the last one is before the first.
 * @throws {CliError} `CLICKS_NOT_KEPT` when the single clicks of a day are forgotten.
 */
export async function rebuildRollUps(
  environment: Readonly<Record<string, string | undefined>>,
  { from, to }: { readonly from: string; readonly to: string },
  { say, now }: Pick<Context, "say" | "now">,
): Promise<Outcome> {
  const span = { from: startOf(from, "--from"), to: startOf(to, "--to") + dayMs };
  // What is to come has not been counted yet.
  if (span.to - dayMs > now()) throw new OptionError("--to", "expected.begunDay");
  if (span.to <= span.from) throw new OptionError("--to", "expected.day");
  await onClickStore(environment, (store) => store.rebuild(span));
  return { json: { from, to }, human: `${say("clicks.rebuilt", { from, to })}\n` };
}

function startOf(day: string, option: string): number {
  const start = Date.parse(`${day}T00:00:00Z`);
  // The parser takes 2026-02-30 for a day in March.
  const isDay =
    /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(start) && new Date(start).toISOString().startsWith(day);
  if (!isDay) throw new OptionError(option, "expected.day");
  return start;
}
