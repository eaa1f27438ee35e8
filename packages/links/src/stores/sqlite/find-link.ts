import type { StatementSync } from "node:sqlite";
import type { Link, LinkKey } from "../../link.ts";
import type { ArchiveMonths } from "./archive-months.ts";
import { linkFromRow } from "./link-row.ts";

/** Reads a whole link, archived or not. @param selectLink `select-link.sql` */
export function findLink(
  selectLink: StatementSync,
  months: ArchiveMonths,
  { domain, code }: LinkKey,
): Link | undefined {
  const row = selectLink.get(domain, code);
  if (row === undefined) return undefined;
  const link = linkFromRow(row);
  if (row["archive_month"] === null) return link;
  const payload = months.find(Number(row["archive_month"]), link);
  if (payload !== undefined) return { ...link, ...payload };
  // A change may have brought it back between the two reads; then it is no longer archived.
  const again = selectLink.get(domain, code);
  return again === undefined ? undefined : linkFromRow(again);
}
