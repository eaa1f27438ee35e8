import type { DatabaseSync } from "node:sqlite";
import type { Click, ClickClass } from "../../click.ts";
import {
  levelMinutes,
  mergePacked,
  packBucket,
  rollUp,
  slotMs,
  type Bucket,
  type PackedBucket,
  type PlacedBucket,
} from "../../rollup/index.ts";
import { allLinksId, type LinkIds } from "./link-ids.ts";
import { prepare } from "./sql.ts";

/** Adds clicks, each of which is new, to the buckets. @returns How many humans each link got. */
export type AddToBuckets = (clicks: readonly Click[]) => ReadonlyMap<number, number>;

export function prepareBuckets(database: DatabaseSync, links: LinkIds): AddToBuckets {
  const select = prepare(database, "select-bucket");
  const save = prepare(database, "save-bucket");
  function add(link: number, { level, startAt, bucket }: PlacedBucket): void {
    const place = [link, levelMinutes[level], startAt / slotMs] as const;
    const row = select.get(...place);
    const { counts, visitors, values } = packBucket(row === undefined ? bucket : mergePacked(packedOf(row), bucket));
    const { human, bot, preview, prefetch, head } = counts;
    save.run(...place, human, bot, preview, prefetch, head, visitors, values);
  }
  return (clicks) => {
    const humans = new Map<number, number>();
    for (const { link, buckets } of rollUp(clicks)) {
      const id = link === undefined ? allLinksId : links.idOf(link);
      for (const placed of buckets) add(id, placed);
      if (id !== allLinksId) humans.set(id, humansOf(buckets));
    }
    return humans;
  };
}

function humansOf(buckets: readonly PlacedBucket[]): number {
  const days = buckets.filter(({ level }) => level === "day");
  return days.reduce((sum, { bucket }: { readonly bucket: Bucket }) => sum + bucket.counts.human, 0);
}

function packedOf(row: Readonly<Record<string, unknown>>): PackedBucket {
  return {
    counts: countsOf(row),
    visitors: row["visitors"] as Uint8Array,
    values: row["dimensions"] as Uint8Array,
  };
}

export function countsOf(row: Readonly<Record<string, unknown>>): Record<ClickClass, number> {
  return {
    human: Number(row["human"]),
    bot: Number(row["bot"]),
    preview: Number(row["preview"]),
    prefetch: Number(row["prefetch"]),
    head: Number(row["head"]),
  };
}
