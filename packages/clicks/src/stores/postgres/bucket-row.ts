import type { LinkRef } from "../../click-store.ts";
import type { Row } from "../../postgres/connection.ts";
import { arrayText, type Parameters } from "../../postgres/statement.ts";
import { levelMinutes, type BucketLevel, type PackedBucket } from "../../rollup/index.ts";

/** Where a bucket stands. */
export type BucketKey = { readonly link: LinkRef | undefined; readonly level: BucketLevel; readonly startAt: number };

/** No code is empty. */
const allLinks: LinkRef = { domain: "", code: "" };

/** How a link, or all together, stands in the table of buckets. */
export function storedLink(link: LinkRef | undefined): LinkRef {
  return link ?? allLinks;
}

export function keyColumns(keys: readonly BucketKey[]): Parameters {
  const links = keys.map(({ link }) => storedLink(link));
  return {
    domain: arrayText(links.map(({ domain }) => domain)),
    code: arrayText(links.map(({ code }) => code)),
    minutes: arrayText(keys.map(({ level }) => levelMinutes[level])),
    startAt: arrayText(keys.map(({ startAt }) => startAt)),
  };
}

export function bucketColumns(buckets: readonly PackedBucket[]): Parameters {
  return {
    human: arrayText(buckets.map(({ counts }) => counts.human)),
    bot: arrayText(buckets.map(({ counts }) => counts.bot)),
    preview: arrayText(buckets.map(({ counts }) => counts.preview)),
    prefetch: arrayText(buckets.map(({ counts }) => counts.prefetch)),
    head: arrayText(buckets.map(({ counts }) => counts.head)),
    visitors: arrayText(buckets.map(({ visitors }) => visitors)),
    values: arrayText(buckets.map(({ values }) => values)),
  };
}

/** A bucket and the place for which it was asked: the first column. */
export function bucketFromRow(row: Row): { readonly place: number; readonly bucket: PackedBucket } {
  const [place, human, bot, preview, prefetch, head, visitors, values] = row;
  const counts = {
    human: Number(human),
    bot: Number(bot),
    preview: Number(preview),
    prefetch: Number(prefetch),
    head: Number(head),
  };
  return { place: Number(place), bucket: { counts, visitors: visitors as Uint8Array, values: values as Uint8Array } };
}
