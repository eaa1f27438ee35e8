import type { Link } from "../../link.ts";
import type { Ask } from "./ask.ts";
import type { Row } from "./connection.ts";
import { storedLinkFromRow } from "./link-row.ts";
import { readStatement } from "./sql.ts";

const selectPayload = readStatement("select-payload");
const deletePayload = readStatement("delete-payload");

/** A link of `select-link` or `select-link-for-update`, archived or not, with what its month keeps of it. */
export async function wholeLink(row: Row, ask: Ask): Promise<Link> {
  const { link, archiveMonth } = storedLinkFromRow(row);
  if (archiveMonth === null) return link;
  const [payload] = await ask(selectPayload, { month: archiveMonth, domain: link.domain, code: link.code });
  if (payload === undefined) return link;
  const [destination, tags, note] = payload;
  return {
    ...link,
    destination: destination as string,
    tags: (tags as string[] | null) ?? [],
    note: note as string | null,
  };
}

/** Takes what an archive keeps of a link out of it. @param row The link's, as it was read. */
export async function removePayload(row: Row, ask: Ask): Promise<void> {
  const { link, archiveMonth } = storedLinkFromRow(row);
  if (archiveMonth === null) return;
  await ask(deletePayload, { month: archiveMonth, domain: link.domain, code: link.code });
}
