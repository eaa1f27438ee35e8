import type { Outcome } from "../cli-command.ts";
import { printable } from "../output/printable.ts";
import { renderTable } from "../output/table.ts";
import type { Say } from "../texts/say.ts";
import type { ImportedRow } from "./send-batches.ts";

/** Shows the links that are there now, then the rows that the service refused, then how many there are of each. */
export function importOutcome(rows: readonly ImportedRow[], say: Say): Outcome {
  const links = rows.flatMap(({ line, outcome }) => (outcome.kind === "refused" ? [] : [{ line, ...outcome }]));
  const refused = rows.flatMap(({ line, outcome }) =>
    outcome.kind === "refused" ? [{ line, ...outcome.problem }] : [],
  );
  const reused = links.filter(({ kind }) => kind === "reused").length;
  const counts = { made: links.length - reused, reused, refused: refused.length };
  const headings = [say("column.line"), say("column.shortUrl"), say("column.destination")];
  const cells = links.map(({ line, link }) => [`${line}`, link.shortUrl, link.longUrl]);
  const refusals = refused.map(
    ({ line, detail, code }) => `${printable(`${say("links.line", { line })}: ${detail} [${code}]`)}\n`,
  );
  return {
    json: { ...counts, links: links.map(({ line, link }) => ({ line, link: link.json })), refusals: refused },
    human: [
      links.length === 0 ? "" : renderTable(headings, cells),
      ...refusals,
      `${say("links.imported", counts)}\n`,
      refused.length === 0 ? "" : `${say("links.importMend")}\n`,
    ].join(""),
    ...(refused.length > 0 ? { exitCode: 1 } : {}),
  };
}
