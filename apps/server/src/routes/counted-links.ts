import type { LinkTotals } from "@narrows/clicks";
import type { Link, Requester } from "@narrows/links";
import { instantJson } from "./click-report.ts";
import type { Service } from "./route.ts";

/**
 * Writes links, each with how often it was followed: one question to the click store for all of them, whose answer is not
 * waited for long. Never refuses: links are shown whatever becomes of their clicks.
 *
 * @param requester Where a store answers by turns, it is his.
 */
export async function countedLinks(
  links: readonly Link[],
  { clicks, renderLink }: Pick<Service, "clicks" | "renderLink">,
  { id: asker }: Requester,
): Promise<readonly string[]> {
  const totals = links.length === 0 ? undefined : await clicks?.count(links, asker);
  // Rendering makes one JSON object, whose last character closes it.
  return links.map((link, place) => `${renderLink(link).slice(0, -1)},"clickCount":${countJson(totals, place)}}`);
}

function countJson(totals: LinkTotals | undefined, place: number): string {
  const clicks = totals?.clicks[place];
  return JSON.stringify(clicks === undefined ? null : { clicks, asOf: instantJson(totals?.asOf) });
}
