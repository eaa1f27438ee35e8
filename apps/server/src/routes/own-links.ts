import type { LinkKey, Links, Requester } from "@narrows/links";

/** The newest of somebody's links. */
export type OwnLinks = {
  readonly keys: readonly LinkKey[];
  /** False: there are more. */
  readonly isComplete: boolean;
};

const pageLinks = 500;
const maxPages = 20;
const maxLinks = 5_000;

/** Lists what a requester may see, up to 5,000 links and 20 pages: a page of very long links has fewer. */
export async function listOwnLinks(links: Pick<Links, "list">, requester: Requester): Promise<OwnLinks> {
  const keys: LinkKey[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < maxPages && keys.length < maxLinks; page += 1) {
    const request = { limit: pageLinks, ...(cursor === undefined ? {} : { cursor }) };
    const found = await links.list(request, requester);
    for (const { domain, code } of found.links) keys.push({ domain, code });
    cursor = found.cursor;
    if (cursor === undefined) return { keys, isComplete: true };
  }
  return { keys, isComplete: false };
}
