/** Which links to archive. */
export type ArchiveRequest = {
  /** Milliseconds since 1970; links that expired earlier are passed over. A round begins with 0. */
  readonly after: number;
  /** Links that expired later stay. */
  readonly before: number;
  /** Says the month, and is not before `before`. */
  readonly now: number;
  /** Links, 1 to 1,000: what one transaction moves. */
  readonly limit: number;
};

export type ArchiveOutcome =
  | {
      readonly kind: "archived";
      readonly count: number;
      /** When the last of them had expired: where the round goes on; null when there was none. */
      readonly last: number | null;
    }
  /** Another process archives at this moment. */
  | { readonly kind: "busy" };

/**
 * Keeps apart what links were about that expired long ago, by the month in which they were archived, so that it can be
 * dropped by the month. Their codes stay claimed in the store for ever.
 *
 * An archived link answers a redirect as before and is in no list. `LinkStore.find` gives it whole, and any change brings
 * it back, as long as its month is kept; after that all that is known of it is that there was one.
 *
 * @throws {StoreError} as `LinkStore` does.
 */
export interface Archive {
  /**
   * Moves some links, the first that expired first. Those in quarantine stay, for moderators need them. Their version and
   * `updatedAt` stay, and the log of changes does not name them, for no answer is another one than before.
   */
  archiveExpired(request: ArchiveRequest): Promise<ArchiveOutcome>;
  /** Months that are kept, such as "2026-11", oldest first. */
  months(): Promise<readonly string[]>;
  /** False: that month is not kept, or another process is dropping it. What it held is gone for good. */
  dropMonth(month: string): Promise<boolean>;
}

/** What is archived of a link; the rest stays in the store. */
export type ArchivedPayload = {
  readonly destination: string;
  readonly tags: readonly string[];
  readonly note: string | null;
};

/** The month of an instant in UTC as a store writes it: 202611. */
export function monthNumber(at: number): number {
  const date = new Date(at);
  return date.getUTCFullYear() * 100 + date.getUTCMonth() + 1;
}

/** Of 202611: "2026-11". */
export function monthText(month: number): string {
  const digits = String(month).padStart(6, "0");
  return `${digits.slice(0, 4)}-${digits.slice(4)}`;
}

/** @throws {RangeError} unless it is a month such as "2026-11". */
export function parseMonth(text: string): number {
  if (!/^[1-9]\d{3}-(?:0[1-9]|1[0-2])$/.test(text)) throw new RangeError(`${text} is no month such as 2026-11.`);
  return Number(text.replace("-", ""));
}
