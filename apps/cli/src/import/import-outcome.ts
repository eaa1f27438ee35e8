import type { Problem } from "../api/problem.ts";
import type { Outcome } from "../cli-command.ts";
import { printable } from "../output/printable.ts";
import { renderTable } from "../output/table.ts";
import type { Say } from "../texts/say.ts";
import type { Row } from "./row.ts";
import type { ImportedRow } from "./send-batches.ts";

export type ImportOutcomeOptions = {
  readonly say: Say;
  /** The file with the refused rows; undefined: none was asked for. */
  readonly refusedPath: string | undefined;
};

type RefusedRow = { readonly row: Row; readonly problem: Problem };

/** Shows the links that are there now, then the rows that were refused and why, then how many there are of each. */
export function importOutcome(imported: readonly ImportedRow[], { say, refusedPath }: ImportOutcomeOptions): Outcome {
  const links = imported.flatMap(({ row, outcome }) =>
    outcome.kind === "refused" ? [] : [{ line: row.line, ...outcome }],
  );
  const refused = refusalsOf(imported);
  const reused = links.filter(({ kind }) => kind === "reused").length;
  const counts = { made: links.length - reused, reused, refused: refused.length };
  const headings = [say("column.line"), say("column.shortUrl"), say("column.destination")];
  const cells = links.map(({ line, link }) => [`${line}`, link.shortUrl, link.longUrl]);
  return {
    json: {
      ...counts,
      links: links.map(({ line, link }) => ({ line, link: link.json })),
      refusals: refused.map(({ row, problem }) => ({ line: row.line, ...problem })),
    },
    human: [
      links.length === 0 ? "" : renderTable(headings, cells),
      refused.length === 0 ? "" : refusalText(refused, say),
      `${say("links.imported", counts)}\n`,
      refused.length === 0 ? "" : `${nextStep(refusedPath, say)}\n`,
    ].join(""),
    ...(refused.length > 0 ? { exitCode: 1 } : {}),
  };
}

/** The rows that the service refused. */
export function refusedRows(imported: readonly ImportedRow[]): readonly Row[] {
  return refusalsOf(imported).map(({ row }) => row);
}

function refusalsOf(imported: readonly ImportedRow[]): readonly RefusedRow[] {
  return imported.flatMap(({ row, outcome }) =>
    outcome.kind === "refused" ? [{ row, problem: outcome.problem }] : [],
  );
}

/** Every refusal with its line, then each way to mend one once: a thousand rows often have the same fault. */
function refusalText(refused: readonly RefusedRow[], say: Say): string {
  const refusals = refused.map(
    ({ row, problem }) => `${say("links.line", { line: row.line })}: ${problem.detail} [${problem.code}]`,
  );
  const mends = new Set(refused.map(({ problem }) => `  ${problem.code}: ${mendOf(problem, say)}`));
  return [...refusals, ...mends].map((line) => `${printable(line)}\n`).join("");
}

/** The service speaks of JSON's null, which a table has no word for. */
function mendOf({ code, mend }: Problem, say: Say): string {
  if (code === "EXPIRY_PAST") return say("mend.row.EXPIRY_PAST");
  return mend ?? say("mend.REFUSED");
}

function nextStep(refusedPath: string | undefined, say: Say): string {
  return refusedPath === undefined ? say("links.importMend") : say("links.refusedWritten", { file: refusedPath });
}
