import type { ListPosition } from "../link-store.ts";
import type { LinkKey } from "../link.ts";

/** A link as far as a check needs it. */
export type CheckedLink = LinkKey & {
  readonly destination: string;
  readonly version: number;
  /** When it came to be as it is, as far as is known. */
  readonly changedAt: number;
};

/** Some links, oldest first. */
export type WalkPage = {
  /** Those of the page that lead somewhere at present. */
  readonly links: readonly CheckedLink[];
  /** The last link that was looked at; undefined where there was none. */
  readonly last: ListPosition | undefined;
};

export type WalkClaim = {
  /** Unique for each start of a process. */
  readonly holder: string;
  readonly ttlMs: number;
  /** Milliseconds since 1970. */
  readonly now: number;
};

/**
 * Keeps what the check of links must remember. Each method is one atomic step; changes are durable when answered.
 *
 * The claim to the walk goes by the clocks of the processes, for it saves work and guards nothing: two that walk at once
 * judge links twice, and a link that is in quarantine already stays as it is.
 */
export interface SafetyStore {
  /**
   * At most `limit` (1 to 1,000) links that are not deleted, created before `before`, in the order of creation.
   *
   * @param after Where the page before ended; undefined: from the oldest link on.
   */
  linksByTime(after: ListPosition | undefined, before: number, limit: number): Promise<WalkPage>;
  /** Takes or keeps the walk and gives the state that was saved last, '' at first; undefined: somebody else has it. */
  takeWalk(claim: WalkClaim): Promise<string | undefined>;
  /** Saves where the walk is, and keeps it. False: somebody else has it, and nothing was saved. */
  saveWalk(claim: WalkClaim, state: string): Promise<boolean>;
  /** Gives the walk back, so that another one may take it at once. */
  releaseWalk(holder: string): Promise<void>;
  /** @param digest 16 bytes. */
  hasFinding(key: LinkKey, digest: Uint8Array): Promise<boolean>;
  keepFinding(key: LinkKey, digest: Uint8Array, now: number): Promise<void>;
}
