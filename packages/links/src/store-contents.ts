import type { ApiKey } from "./key-store.ts";
import type { IdempotencyRecord } from "./link-store.ts";
import type { Link, LinkKey } from "./link.ts";

/** An API key as a store keeps it. */
export type StoredKey = { readonly key: ApiKey; readonly secretHash: Uint8Array };

/** The answer to an idempotent request as a store keeps it; an empty code where the request made no link. */
export type StoredAnswer = { readonly record: IdempotencyRecord; readonly link: LinkKey };

/** What a store holds of each kind. */
export type StoreCounts = {
  /** Tombstones included. */
  readonly links: number;
  readonly tombstones: number;
  readonly quarantined: number;
  /** Tags of links, each as often as links have it. */
  readonly tags: number;
  readonly owners: number;
  readonly keys: number;
  /** Of idempotent requests, as long as they hold. */
  readonly answers: number;
  /** The last number of the `sequence` strategy. */
  readonly sequence: number;
  /** Epochs that were handed out, of all lease slots together. */
  readonly epochs: number;
};

/** Everything that a store holds, as it was at one moment. */
export interface StoreContents {
  /** The same for the same store at any time: what its first link was. Undefined while it has none. */
  readonly identity: Uint8Array | undefined;
  /** @param now An instant in milliseconds since 1970: answers that end before it count for nothing. */
  counts(now: number): StoreCounts;
  /** In the order in which they came, so many at a time. */
  links(batchSize: number): Iterable<readonly Link[]>;
  keys(): readonly StoredKey[];
  owners(): readonly string[];
  /** Those that hold beyond `now`. */
  answers(batchSize: number, now: number): Iterable<readonly StoredAnswer[]>;
  /** The position of the newest change. */
  lastChange(): number;
  /** The next epoch of every lease slot. */
  nextEpochs(): readonly { readonly slot: number; readonly nextEpoch: number }[];
  close(): void;
}
