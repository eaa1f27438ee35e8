/** How many lease slots there are, and how many leases each of them can ever hand out. */
export const leaseSlots = 64;
export const epochsPerSlot = 8_192;

/**
 * The right to make ids with this pair in them. The pair is handed out once and never again, so whoever still uses it
 * when the time is over, because it was stopped or cut off, meets nobody.
 */
export type Lease = {
  /** 0 to 63. */
  readonly slot: number;
  /** 0 to 8,191: the fencing token. The allocator refuses whoever comes with an older one. */
  readonly epoch: number;
};

/** A slot that somebody holds. */
export type HeldSlot = Lease & {
  /** What the holder called itself. */
  readonly holder: string;
  /** By the allocator's clock, in milliseconds since 1970. */
  readonly endsAt: number;
};

export type AcquireOutcome =
  | { readonly kind: "acquired"; readonly lease: Lease }
  /** Nobody can be added before one of these stops or its time is over. */
  | { readonly kind: "slots-taken"; readonly held: readonly HeldSlot[] }
  /** A slot may be free, but every free one has handed out its last epoch. */
  | { readonly kind: "epochs-spent"; readonly held: readonly HeldSlot[] };

export type AcquireRequest = {
  /** For people: who holds a slot. Decides nothing, so two holders of one name do no harm. */
  readonly holder: string;
  /** From the moment at which the allocator grants it, by its own clock. */
  readonly ttlMs: number;
};

/**
 * Hands out the pairs of slot and epoch that ids are made with, each of them once.
 *
 * Every method is one transaction that is durable before it is answered: an epoch that a crash forgot would be handed
 * out again. When leases end is decided by the allocator's own clock. Methods throw when the allocator cannot answer;
 * after that a lease may have been granted that nobody knows of, and costs an epoch.
 */
export interface LeaseAllocator {
  /**
   * Raises the epoch of a slot that nobody holds, or whose holder's time is over, and grants it. Slots that have most
   * epochs left come first, so that all of them last equally long.
   */
  acquire(request: AcquireRequest): Promise<AcquireOutcome>;
  /** Prolongs to `ttlMs` from now under the same epoch. False: the lease is over, or another one came after it. */
  renew(lease: Lease, ttlMs: number): Promise<boolean>;
  /** Gives a slot back before its time. False: another lease came after this one, and nothing was changed. */
  release(lease: Lease): Promise<boolean>;
  /**
   * Passes over the next epochs of every slot, and ends every lease: for when the memory of the newest epochs may be
   * lost, after a backup was restored or a replica took over that had not heard of everything.
   *
   * @param by 1 to 8,192 epochs; a slot that has fewer left is spent.
   * @returns How many epochs the slot with the fewest has left.
   */
  jumpEpochs(by: number): Promise<number>;
}
