import { monthNumber } from "../../archive.ts";
import { isForgotten, type Link } from "../../link.ts";
import type { Ask } from "./ask.ts";
import { arrayText, readStatement } from "./sql.ts";

/** Keeps what is archived of links whose rows were written, and nothing of those that are not archived. */
export function createFillArchive(tell: Ask): (links: readonly Link[]) => Promise<void> {
  const ensureMonth = readStatement("ensure-archive-month");
  const fillArchive = readStatement("fill-archive");
  const fillRestored = readStatement("fill-restored");
  return async (links) => {
    const archived = links.flatMap((link) =>
      link.archivedAt === undefined || isForgotten(link) ? [] : [{ ...link, month: monthNumber(link.archivedAt) }],
    );
    for (const month of new Set(archived.map((link) => link.month))) await tell(ensureMonth, { month });
    if (archived.length > 0) await tell(fillArchive, payloadColumns(archived));
    const others = links.filter((link) => link.archivedAt === undefined);
    await tell(fillRestored, {
      domain: arrayText(others.map(({ domain }) => domain)),
      code: arrayText(others.map(({ code }) => code)),
    });
  };
}

function payloadColumns(links: readonly (Link & { readonly month: number })[]) {
  return {
    month: arrayText(links.map(({ month }) => month)),
    domain: arrayText(links.map(({ domain }) => domain)),
    code: arrayText(links.map(({ code }) => code)),
    destination: arrayText(links.map(({ destination }) => destination)),
    tags: arrayText(links.map(({ tags }) => (tags.length === 0 ? null : JSON.stringify(tags)))),
    note: arrayText(links.map(({ note }) => note)),
  };
}
