import { CodesError } from "./errors.ts";
import type { AcquireOutcome, Lease, LeaseAllocator } from "./lease-allocator.ts";
import { within } from "./within.ts";

export type LeaseHolderOptions = {
  readonly allocator: LeaseAllocator;
  /** What others read of who holds a slot. */
  readonly holder: string;
  /** How long a lease lasts without a renewal; it is renewed after a third of it. Default: 30,000. */
  readonly ttlMs?: number;
  /** A clock that never goes back, in milliseconds. */
  readonly monotonicMs: () => number;
  readonly onEvent?: (event: LeaseEvent) => void;
};

/** What an operator may want to read. */
export type LeaseEvent =
  | { readonly kind: "acquired"; readonly lease: Lease }
  /** The allocator refused to renew it, or it ended before it could be renewed. */
  | { readonly kind: "lost"; readonly lease: Lease }
  /** Nothing was acquired, renewed or released; it is tried again. */
  | { readonly kind: "failed"; readonly error: unknown };

/** A lease in use. */
export type HeldLease = {
  readonly lease: Lease;
  /** True from the moment on at which nothing may be made under it any more. */
  readonly isOver: () => boolean;
};

export type LeaseState =
  | { readonly kind: "held"; readonly lease: Lease; readonly endsInMs: number }
  /** Why there is none; undefined before the first was asked for. */
  | { readonly kind: "none"; readonly error: unknown };

/** Holds one lease at a time and renews it; where it is lost, takes a new one. */
export interface LeaseHolder {
  /** Takes the first lease. @throws {CodesError} `SLOTS_TAKEN`, `EPOCHS_SPENT`, `LEASE_MISSING`; the allocator's error */
  start(): Promise<void>;
  /**
   * The lease in use, or a new one.
   *
   * @throws as `start`; at once while the last attempt is less than a second ago.
   */
  obtain(): Promise<HeldLease>;
  /** Gives the lease back and takes a new one. @throws as `start` */
  replace(): Promise<HeldLease>;
  state(): LeaseState;
  /** Gives the lease back. Never throws. */
  stop(): Promise<void>;
}

const defaultTtlMs = 30_000;

/** Between two attempts while none succeeds; and how long an answer of the allocator is waited for, at most. */
const retryMs = 1_000;
const maxAskMs = 5_000;

/**
 * Creates a holder that has no lease yet.
 *
 * The end of a lease is counted on the own clock from before the request that granted it, so it comes here before it
 * comes at the allocator, unless the own clock is slow; and then the epoch still keeps both holders' ids apart.
 */
export function createLeaseHolder(options: LeaseHolderOptions): LeaseHolder {
  return new RenewingHolder(options);
}

type Holding = HeldLease & { endsAtMs: number };

class RenewingHolder implements LeaseHolder {
  readonly #options: LeaseHolderOptions;
  readonly #ttlMs: number;
  readonly #askMs: number;
  #held: Holding | undefined;
  #acquiring: Promise<HeldLease> | undefined;
  #failure: { readonly error: unknown; readonly untilMs: number } | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(options: LeaseHolderOptions) {
    this.#options = options;
    this.#ttlMs = options.ttlMs ?? defaultTtlMs;
    this.#askMs = Math.min(this.#ttlMs, maxAskMs);
  }

  async start(): Promise<void> {
    try {
      await this.#acquire();
    } catch (error) {
      // Whoever fails to start is not stopped.
      await this.stop();
      throw error;
    }
  }

  async obtain(): Promise<HeldLease> {
    if (this.#held !== undefined && !this.#held.isOver()) return this.#held;
    if (this.#failure !== undefined && this.#nowMs() < this.#failure.untilMs) throw this.#failure.error;
    return this.#acquire();
  }

  replace(): Promise<HeldLease> {
    const held = this.#held;
    if (held !== undefined) this.#drop(held);
    return this.#acquire(held?.lease);
  }

  state(): LeaseState {
    const held = this.#held;
    if (held === undefined || held.isOver()) return { kind: "none", error: this.#failure?.error };
    return { kind: "held", lease: held.lease, endsInMs: held.endsAtMs - this.#nowMs() };
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#acquiring?.catch(() => {});
    const held = this.#held;
    if (held === undefined) return;
    this.#drop(held);
    await this.#giveBack(held.lease);
  }

  #acquire(old?: Lease): Promise<HeldLease> {
    this.#acquiring ??= this.#take(old).finally(() => (this.#acquiring = undefined));
    return this.#acquiring;
  }

  /** @param old Given back first. */
  async #take(old: Lease | undefined): Promise<HeldLease> {
    clearTimeout(this.#timer);
    if (this.#held !== undefined) this.#lose(this.#held);
    if (old !== undefined) await this.#giveBack(old);
    try {
      const held = await this.#ask();
      this.#failure = undefined;
      this.#held = held;
      this.#schedule(this.#ttlMs / 3);
      this.#tell({ kind: "acquired", lease: held.lease });
      return held;
    } catch (error) {
      this.#failure = { error, untilMs: this.#nowMs() + retryMs };
      this.#schedule(retryMs);
      this.#tell({ kind: "failed", error });
      throw error;
    }
  }

  async #ask(): Promise<Holding> {
    if (this.#isStopped) throw new CodesError("LEASE_OVER");
    const { allocator, holder } = this.#options;
    const endsAtMs = this.#nowMs() + this.#ttlMs;
    let isLate = false;
    const answer = allocator.acquire({ holder, ttlMs: this.#ttlMs });
    answer.then(
      (outcome) => (isLate && outcome.kind === "acquired" ? this.#giveBack(outcome.lease) : undefined),
      () => {},
    );
    const outcome = await within(answer, this.#askMs, () => {
      isLate = true;
      return new CodesError("LEASE_MISSING");
    });
    if (outcome.kind !== "acquired") throw refusalOf(outcome);
    const holding: Holding = { lease: outcome.lease, endsAtMs, isOver: () => this.#nowMs() >= holding.endsAtMs };
    return holding;
  }

  async #renew(): Promise<void> {
    const held = this.#held;
    if (held === undefined || held.isOver()) return this.#acquireQuietly();
    const askedAtMs = this.#nowMs();
    try {
      const answer = this.#options.allocator.renew(held.lease, this.#ttlMs);
      const isRenewed = await within(answer, this.#askMs, () => new CodesError("LEASE_MISSING"));
      if (held !== this.#held || this.#isStopped) return undefined;
      if (!isRenewed) return await this.#acquireQuietly();
      held.endsAtMs = askedAtMs + this.#ttlMs;
      this.#schedule(this.#ttlMs / 3);
    } catch (error) {
      this.#tell({ kind: "failed", error });
      this.#schedule(Math.min(retryMs, this.#ttlMs / 10));
    }
    return undefined;
  }

  /** Its failure was told, and is tried again. */
  async #acquireQuietly(): Promise<void> {
    await this.#acquire().catch(() => {});
  }

  async #giveBack(lease: Lease): Promise<void> {
    try {
      await within(this.#options.allocator.release(lease), this.#askMs, () => new CodesError("LEASE_MISSING"));
    } catch (error) {
      // It ends by itself.
      this.#tell({ kind: "failed", error });
    }
  }

  #lose(held: Holding): void {
    this.#drop(held);
    this.#tell({ kind: "lost", lease: held.lease });
  }

  #drop(held: Holding): void {
    held.endsAtMs = Number.NEGATIVE_INFINITY;
    this.#held = undefined;
  }

  #schedule(delayMs: number): void {
    clearTimeout(this.#timer);
    if (!this.#isStopped) this.#timer = setTimeout(() => void this.#renew(), delayMs).unref();
  }

  #tell(event: LeaseEvent): void {
    this.#options.onEvent?.(event);
  }

  #nowMs(): number {
    return this.#options.monotonicMs();
  }
}

function refusalOf(outcome: Exclude<AcquireOutcome, { kind: "acquired" }>): CodesError {
  const held = outcome.held.map(
    ({ slot, holder, endsAt }) => `slot ${slot}: ${holder} until ${new Date(endsAt).toISOString()}`,
  );
  const detail = held.length === 0 ? undefined : held.join("; ");
  return new CodesError(outcome.kind === "slots-taken" ? "SLOTS_TAKEN" : "EPOCHS_SPENT", detail);
}
