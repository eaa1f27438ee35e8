import type { Click, ClickClass, ClickDimension } from "./click.ts";
import type { DeadLetter } from "./dead-letter.ts";

/** A batch of a log on its way into the store. */
export type ClickBatch = {
  readonly partition: string;
  /** The position after which the first record stands, and the one after the last. */
  readonly from: number;
  readonly to: number;
  readonly clicks: readonly Click[];
  readonly dead: readonly DeadLetter[];
};

/** How far a partition of a log is stored. */
export type StoredPosition = {
  /** Everything up to here is stored. */
  readonly at: number;
  /**
   * A store without transactions: the end of a batch that began at `at` and may be stored or not. It must be given again,
   * with exactly this end. Undefined: there is none.
   */
  readonly begun: number | undefined;
};

/** A partition of a log as the store knows it. Instants are in milliseconds since 1970. */
export type PartitionState = {
  readonly partition: string;
  /** Everything up to here is stored. */
  readonly at: number;
  /**
   * At this instant all that its log held was stored; `endOfLog`: it is not waited for. Undefined: it was never read to its
   * end.
   */
  readonly completeAt: number | undefined;
  /** When something of it was stored, or it was read to its end, last; by the store's clock. Undefined: long ago. */
  readonly seenAt: number | undefined;
};

export type LinkRef = { readonly domain: string; readonly code: string };

/** A span of time, `from` included and `to` not, in milliseconds since 1970. */
export type Span = { readonly from: number; readonly to: number };

/** What is counted: of one link or of all, in a span of whole 15-minute slots. */
export type CountQuery = Span & {
  /** Undefined: all links together. */
  readonly link: LinkRef | undefined;
};

/** Clicks of each class. */
export type ClassCounts = Readonly<Record<ClickClass, number>>;

/** What was counted in a span. `visitors` are the unique ones among humans; see `Visitors`. */
export type Counts = { readonly clicks: ClassCounts; readonly visitors: number };

/** A value of a dimension and its clicks; null: not known. `(other)`: what did not fit into a roll-up. */
export type ValueCount = { readonly value: string | null; readonly clicks: number };

export type LinkCount = LinkRef & { readonly clicks: number };

/** How often each of some links was followed by humans, since ever. */
export type LinkTotals = {
  /** A number for each link that was asked for, in that order. */
  readonly clicks: readonly number[];
  /** The instant up to which all that the log had are counted; undefined where nobody can tell. */
  readonly asOf: number | undefined;
};

/** Where a page of raw clicks ended. */
export type ClickCursor = { readonly at: number; readonly id: string };

/**
 * Told to `complete` as the instant of a partition that has ended: whatever the others wait for, it never is the one that
 * is behind. Milliseconds since 1970, the beginning of the year 2200, which every store can hold. A store of which all have
 * ended is complete up to when it heard of one of them last: another may have begun of which it knows nothing.
 */
export const endOfLog = Date.UTC(2200, 0, 1);

/** What the writer does with a store. */
export interface ClickStore {
  position(partition: string): Promise<StoredPosition>;
  /**
   * Stores a batch: its raw clicks, its roll-ups, its dead letters and its position, as one. A batch whose end is stored
   * already changes nothing. A click whose id is stored already counts once.
   *
   * @throws {ClickError} `POSITION_MOVED` when the partition does not stand at `from`: another writer was here; look at
   * `position` again. `STORE_UNAVAILABLE`: nothing is known of the batch; give it again.
   */
  store(batch: ClickBatch): Promise<void>;
  /**
   * Says that at this instant all that the partition's log held was stored. Seldom enough that it may be a write. What was said
   * last counts, for a clock may have been ahead; of one that has ended nothing does until something of it is stored.
   */
  complete(partition: string, at: number): Promise<void>;
  /**
   * Says that the log of a partition was removed when all of it was stored: where it stands needs not be known for longer
   * than raw clicks are kept, unless something comes after all.
   */
  letGo(partition: string): Promise<void>;
  /** Every partition, by its name. */
  partitions(): Promise<readonly PartitionState[]>;
  /**
   * Removes raw clicks of before `rawBefore`, with the partitions that were let go by then, and roll-ups of before
   * `slotsBefore`; totals of links stay.
   */
  forget(before: { readonly rawBefore: number; readonly slotsBefore: number | undefined }): Promise<void>;
  /** Makes the roll-ups of a span of whole UTC days anew from the raw clicks, which must all be there. */
  rebuild(span: Span): Promise<void>;
  deadLetters(limit: number): Promise<readonly DeadLetter[]>;
  close(): Promise<void>;
}

/** What reports are made of. Every store gives the same answers, visitors within the stated error. */
export interface ClickCounts {
  /**
   * Clicks of humans since ever: one question for a whole page of links, 1,000 at most. Of no links: `asOf` alone.
   *
   * @param signal Of this question alone, aborted when nobody waits for the answer any more: a store that has not begun with
   * it yet may leave it out.
   */
  totals(links: readonly LinkRef[], signal?: AbortSignal): Promise<LinkTotals>;
  counts(query: CountQuery): Promise<Counts>;
  /**
   * Counts between each two neighbours of `bounds`, which grow. From the roll-ups where all of them are multiples of 15
   * minutes since 1970, else from raw clicks, without visitors of more than that.
   */
  series(link: LinkRef | undefined, bounds: readonly number[]): Promise<readonly Counts[]>;
  /** The most frequent values first, equal ones by their text; `limit` of them. Only `classes` are counted. */
  breakdown(
    query: CountQuery & {
      readonly dimension: ClickDimension;
      readonly classes: readonly ClickClass[];
      readonly limit: number;
    },
  ): Promise<readonly ValueCount[]>;
  /** The links with the most clicks first, equal ones by domain and code. `among`: only these. */
  top(
    query: Span & {
      readonly classes: readonly ClickClass[];
      readonly among: readonly LinkRef[] | undefined;
      readonly limit: number;
    },
  ): Promise<readonly LinkCount[]>;
  /** Raw clicks of a link in the order of (at, id), those after the cursor. */
  clicks(
    query: Span & { readonly link: LinkRef; readonly after: ClickCursor | undefined; readonly limit: number },
  ): Promise<readonly Click[]>;
}

/** Counts that may know who asks. */
export interface AskedCounts extends ClickCounts {
  /** The same, asked by one of several, who are answered by turns. Where there is none, all ask as one. */
  askedBy?(asker: string): ClickCounts;
}
