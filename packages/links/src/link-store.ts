import type { ClickBudgets } from "./click-budget.ts";
import type { Link, LinkKey, LinkTarget, RedirectStatus } from "./link.ts";

/** A logical create request that may be repeated; see RFC draft-ietf-httpapi-idempotency-key-header. */
export type IdempotentRequest = {
  /** Who asks: a key's id or a keyed hash of an address. Never one shared "anonymous". */
  readonly requester: string;
  readonly key: string;
  /** SHA-256 over every field in canonical order. */
  readonly fingerprint: Uint8Array;
};

/** The first answer to an idempotent request. */
export type IdempotentAnswer = {
  readonly responseBody: string;
  /** True: the answer named a link that was there already. */
  readonly isReuse: boolean;
};

/** What is kept with a link so that a repetition gets the same bytes. */
export type IdempotencyRecord = IdempotentRequest & IdempotentAnswer & { readonly expiresAt: number };

export type CreateCommand = {
  readonly link: Link;
  /** `storedDigest(link)`; `edit` computes it anew. */
  readonly settingsDigest: Uint8Array | null;
  /** True: answer with a live link of the same owner and the same settings digest, where there is one. */
  readonly reuse: boolean;
  readonly idempotency: IdempotencyRecord | null;
  /** The instant at which other links' expiry and earlier records are judged. */
  readonly now: number;
};

/** What stands under an Idempotency-Key already. */
export type RepeatOutcome =
  /** The key was used for the same request before: answer these bytes again. */
  | ({ readonly kind: "replayed" } & IdempotentAnswer)
  /** The key was used for another request. */
  | { readonly kind: "idempotency-conflict" };

export type CreateOutcome =
  | { readonly kind: "created" }
  | RepeatOutcome
  | { readonly kind: "code-taken" }
  | { readonly kind: "reused"; readonly link: Link };

/** Who may change a link, as far as the store must know to check it in the same transaction. */
export type ChangeGuard = {
  /** Undefined: any owner's link. A string: only a link of this owner; others are `not-found`. */
  readonly ownerId: string | undefined;
  /** Undefined: any domain. A string: links of other domains are `not-found`. */
  readonly domain: string | undefined;
  /** Undefined: any version. Else a link of another version is a `version-mismatch`. */
  readonly versions?: readonly number[] | undefined;
};

/** Absent fields stay as they are. */
export type LinkPatch = {
  readonly destination?: string;
  readonly redirectStatus?: RedirectStatus;
  readonly enabled?: boolean;
  readonly expiresAt?: number | null;
  readonly tags?: readonly string[];
  readonly note?: string | null;
  readonly maxClicks?: number | null;
};

export type EditCommand = {
  readonly key: LinkKey;
  readonly guard: ChangeGuard;
  readonly patch: LinkPatch;
  readonly now: number;
};

export type DeleteCommand = { readonly key: LinkKey; readonly guard: ChangeGuard; readonly now: number };

export type QuarantineCommand = {
  readonly key: LinkKey;
  readonly guard: ChangeGuard;
  /** Null lifts the quarantine. */
  readonly reason: string | null;
  readonly now: number;
};

export type ChangeOutcome =
  | { readonly kind: "changed"; readonly link: Link }
  | { readonly kind: "not-found" }
  /** The link is a tombstone. */
  | { readonly kind: "deleted" }
  /** The link was archived and its month dropped; it can only be deleted. */
  | { readonly kind: "forgotten" }
  /** `edit` and `delete` leave a quarantined link alone. */
  | { readonly kind: "quarantined" }
  /** It would have a budget and a permanent redirect. */
  | { readonly kind: "permanent-budget" }
  /** The guard names other versions, and nothing else stands in the way. */
  | { readonly kind: "version-mismatch" };

/** Newest first, or in code order where `codePrefix` is given. Deleted and archived links are left out. */
export type ListQuery = {
  readonly ownerId: string | undefined;
  readonly domain: string | undefined;
  readonly tag: string | undefined;
  readonly codePrefix: string | undefined;
  /** A host as the URL parser writes it: lower case, punycode, no port. */
  readonly host: string | undefined;
  /** 1 to 1,000. A driver ends a page of very long links earlier. */
  readonly limit: number;
  /** The last link of the page before. */
  readonly after: ListPosition | undefined;
};

export type ListPosition = { readonly createdAt: number; readonly domain: string; readonly code: string };

export type LinkPage = {
  readonly links: readonly Link[];
  /** Where the next page starts; undefined on the last page. */
  readonly next: ListPosition | undefined;
};

/** A link that was changed. */
export type LinkChange = LinkKey & {
  /** The version that it has since; 0 where that is not known. */
  readonly version: number;
};

/** A change as the log of changes has it. */
export type LoggedChange = LinkChange & {
  /** When it was committed, in milliseconds since 1970 by the store's clock; later for one that was kept without it. */
  readonly changedAt: number;
};

/** Changed links, oldest change first; one that changed twice may be named twice. */
export type ChangePage = {
  readonly changes: readonly LoggedChange[];
  /** Where the next page starts. */
  readonly position: number;
  /** False: changes before these are no longer known, so whoever remembers links must forget all of them. */
  readonly isComplete: boolean;
};

/**
 * Keeps links. Every method is one atomic step; `create` and changes are durable before they are answered.
 *
 * Drivers throw `StoreError` when the store cannot answer (locked, full, unreachable) and nothing was changed, and with
 * `STORE_OUTCOME_UNKNOWN` when it stayed silent about a change that was begun.
 */
export interface LinkStore extends ClickBudgets {
  /**
   * One point read with what a redirect needs; tombstones included. A store in this process answers at once, for a
   * promise costs a cold redirect more than its read from a warm page.
   */
  findTarget(key: LinkKey): LinkTarget | undefined | Promise<LinkTarget | undefined>;
  /**
   * The whole link; tombstones included, and archived links with what their month keeps of them. A link is found as soon
   * as its `create` was answered.
   */
  find(key: LinkKey): Promise<Link | undefined>;
  /** The stored answer of an earlier create with this requester and key, unless its time is over at `now`. */
  findIdempotent(
    requester: string,
    key: string,
    now: number,
  ): Promise<({ readonly fingerprint: Uint8Array } & IdempotentAnswer) | undefined>;
  /**
   * Inserts first and lets the unique key decide; never looks before inserting. The idempotency record is kept with a
   * created link only; the answer that names a reused one is kept by `keepAnswer`.
   */
  create(command: CreateCommand): Promise<CreateOutcome>;
  /**
   * Keeps the answer to a request that made no link of its own: it reused the link of `key`, or, with null, it claims
   * its Idempotency-Key for what follows. What was kept first under that key stays.
   */
  keepAnswer(
    record: IdempotencyRecord,
    key: LinkKey | null,
    now: number,
  ): Promise<{ readonly kind: "kept" } | RepeatOutcome>;
  /** This and any other change brings an archived link back, as long as its month is kept. */
  edit(command: EditCommand): Promise<ChangeOutcome>;
  /** Leaves a tombstone: the code stays claimed for ever; destination ('' from then on), tags and note are forgotten. */
  delete(command: DeleteCommand): Promise<ChangeOutcome>;
  /** A second reason replaces the first and keeps its instant; lifting where nothing is to be lifted changes nothing. */
  quarantine(command: QuarantineCommand): Promise<ChangeOutcome>;
  list(query: ListQuery): Promise<LinkPage>;
  /** The next number of the `sequence` strategy: 1, 2, 3, …; a number is never given out twice. */
  nextNumber(): Promise<bigint>;
  /** The position of the newest change, purged or not: where a process begins that remembers nothing yet. */
  lastChange(): Promise<number>;
  /**
   * Links that were edited, deleted, quarantined or released after `position`, at most `limit` (1 to 10,000) changes.
   * Every change is in it as soon as its commit can be read; creations are not. Incomplete, too, for a position that
   * this store never reached.
   */
  changesAfter(position: number, limit: number): Promise<ChangePage>;
  /** Removes at most `limit` changes, oldest first, of all but the newest `keep` (0 or more); returns how many. */
  purgeChanges(keep: number, limit: number): Promise<number>;
  /** Removes at most `limit` idempotency records whose time is over; returns how many. */
  purgeIdempotency(now: number, limit: number): Promise<number>;
  /** Resolves when the store can read and write. */
  ping(): Promise<void>;
}
