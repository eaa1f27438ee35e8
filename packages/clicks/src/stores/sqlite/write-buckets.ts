import type { DatabaseSync } from "node:sqlite";
import type { Click, ClickClass } from "../../click.ts";
import {
  areHashes,
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

/** Values are joined up to this length, and packed anew above: about every twentieth click of a link that has few. */
const joinedBytes = 2_048;

/** Adds clicks, each of which is new, to the buckets. @returns How many humans each link got. */
export type AddToBuckets = (clicks: readonly Click[]) => ReadonlyMap<number, number>;

export function prepareBuckets(database: DatabaseSync, links: LinkIds): AddToBuckets {
  const join = prepare(database, "add-bucket");
  const select = prepare(database, "select-bucket");
  const save = prepare(database, "save-bucket");
  function add(link: number, { level, startAt, bucket }: PlacedBucket, packed: PackedBucket): void {
    const place = [link, levelMinutes[level], startAt / slotMs] as const;
    const isJoined = join.run(...place, ...columnsOf(packed), Number(areHashes(packed.visitors)), joinedBytes).changes;
    if (isJoined) return;
    const row = select.get(...place) ?? {};
    save.run(...place, ...columnsOf(packBucket(mergePacked(packedOf(row), bucket))));
  }
  return (clicks) => {
    const humans = new Map<number, number>();
    for (const { link, buckets } of rollUp(clicks)) {
      const id = link === undefined ? allLinksId : links.idOf(link);
      // What a link got within one slot is the same bucket in every level.
      let last: { readonly bucket: Bucket; readonly packed: PackedBucket } | undefined;
      for (const placed of buckets) {
        const { bucket } = placed;
        if (last?.bucket !== bucket) last = { bucket, packed: packBucket(bucket) };
        add(id, placed, last.packed);
      }
      if (id !== allLinksId) humans.set(id, humansOf(buckets));
    }
    return humans;
  };
}

function columnsOf({ counts: { human, bot, preview, prefetch, head }, visitors, values }: PackedBucket) {
  return [human, bot, preview, prefetch, head, visitors, values] as const;
}

function humansOf(buckets: readonly PlacedBucket[]): number {
  const days = buckets.filter(({ level }) => level === "day");
  return days.reduce((sum, { bucket }: { readonly bucket: Bucket }) => sum + bucket.counts.human, 0);
}

/** The values may be joined ones, which every store reads. */
export function packedOf(row: Readonly<Record<string, unknown>>): PackedBucket {
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
