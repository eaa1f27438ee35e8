import { parseBase62, splitSnowflake } from "@narrows/codes";
import { eventually } from "../../program/deadline.ts";
import type { CreatedLink } from "../../program/links-api.ts";
import { generousMs, type Node } from "../postgres/node.ts";

export const linksPerNode = 20;

type Bulk = { readonly results?: readonly { readonly link?: CreatedLink }[] };

/** Makes so many links at a node, and asks again for those that were refused. @returns The codes of all. */
export async function makeLinks({ api }: Node): Promise<readonly string[]> {
  const codes: string[] = [];
  await eventually(generousMs, "The links of a node", async () => {
    const rows = Array.from({ length: linksPerNode - codes.length }, () => ({ longUrl: "https://example.com/" }));
    const { results = [] } = (await api.bulk(rows)).json() as Bulk;
    codes.push(...results.flatMap(({ link }) => (link === undefined ? [] : [link.shortCode])));
    return codes.length === linksPerNode ? true : undefined;
  });
  return codes;
}

/** Under which lease a snowflake code was made, as slot/epoch: no two nodes ever have one in common. */
export function leaseOf(code: string): string {
  const { slot, epoch } = splitSnowflake(parseBase62(code));
  return `${slot}/${epoch}`;
}
