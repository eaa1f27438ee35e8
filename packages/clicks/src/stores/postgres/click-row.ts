import type { Click } from "../../click.ts";
import type { Row } from "../../postgres/connection.ts";

/** In the order in which the statements ask for them. */
const fields = [
  "id",
  "at",
  "domain",
  "code",
  "class",
  "reason",
  "visitor",
  "status",
  "country",
  "region",
  "referrer",
  "device",
  "browser",
  "os",
  "language",
  "utmSource",
  "utmMedium",
  "utmCampaign",
  "utmTerm",
  "utmContent",
] as const satisfies readonly (keyof Click)[];

/** A row of `select-clicks` or `select-all-clicks`. */
export function clickFromRow(row: Row): Click {
  const click = Object.fromEntries(fields.map((name, index) => [name, row[index]]));
  // Every field is a column, and each was checked before it was stored.
  return { ...click, at: Number(click["at"]) } as unknown as Click;
}
