import type { LinkCount, LinkRef } from "./click-store.ts";
import type { Click } from "./click.ts";
import type { DeadLetter } from "./dead-letter.ts";
import type { BucketLevel, PackedBucket } from "./rollup/index.ts";

/** Where a partition of the log stands, with all that the store keeps of it. Instants are in milliseconds since 1970. */
export type KeptPosition = {
  readonly partition: string;
  readonly at: number;
  readonly completeAt: number | undefined;
  readonly seenAt: number | undefined;
  readonly goneAt: number | undefined;
};

/** A roll-up as it is kept. */
export type KeptBucket = {
  /** Undefined: all links together. */
  readonly link: LinkRef | undefined;
  readonly level: BucketLevel;
  readonly startAt: number;
  readonly bucket: PackedBucket;
};

/** All that a store of clicks holds at one instant, to be put into another one. Batches have `most` rows at most. */
export interface ClickContents {
  positions(): readonly KeptPosition[];
  /** Before which instant single clicks were forgotten; milliseconds since 1970. */
  rawBefore(): number;
  /** Clicks of humans since ever, of each link that had any. */
  totals(most: number): Iterable<readonly LinkCount[]>;
  buckets(most: number): Iterable<readonly KeptBucket[]>;
  clicks(most: number): Iterable<readonly Click[]>;
  deadLetters(): readonly DeadLetter[];
  close(): void;
}
