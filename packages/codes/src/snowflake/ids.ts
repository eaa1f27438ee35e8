import { CodesError } from "../errors.ts";
import type { HeldLease, LeaseHolder } from "../lease-holder.ts";
import { within } from "../within.ts";
import { findSnowflakeWarnings, type SnowflakeWarning } from "./exhaustion.ts";
import { createSnowflakeGenerator, type SnowflakeGenerator } from "./generator.ts";
import { idsPerMs } from "./layout.ts";

export type SnowflakeIdsOptions = {
  readonly leases: Pick<LeaseHolder, "obtain" | "replace">;
  /** Milliseconds since 1970; may be stepped. */
  readonly now: () => number;
  /** A clock that never goes back, in milliseconds. */
  readonly monotonicMs: () => number;
  /** Told with every new lease what will soon be used up. */
  readonly onWarning?: (warning: SnowflakeWarning) => void;
  /** Told of every new lease that was taken because the clock had gone back. */
  readonly onClockBehind?: (behindMs: number) => void;
};

/** The ids of this process. */
export interface SnowflakeIds {
  /**
   * The next id: at once, or after a wait for the next millisecond or for a lease.
   *
   * @throws {CodesError} `CLOCK_BEHIND`, `TIMESTAMP_RANGE`, `SEQUENCE_SPENT`, `LEASE_MISSING`; what `LeaseHolder.obtain`
   *   throws
   */
  next(): bigint | Promise<bigint>;
}

/** How long one id is waited for, and how many may wait: as many as there are ids in that time. */
const maxWaitMs = 2_000;
const maxWaiting = maxWaitMs * idsPerMs;

/**
 * A clock that went back by more is not waited for: a new lease makes ids at once. That costs one of 8,192 epochs, so a
 * clock that keeps jumping gets one in ten minutes.
 */
const waitableMs = 1_000;
const replacePauseMs = 600_000;

/** Creates the ids of a process out of the leases that it holds, one after the other. */
export function createSnowflakeIds(options: SnowflakeIdsOptions): SnowflakeIds {
  return new LeasedIds(options);
}

class LeasedIds implements SnowflakeIds {
  readonly #options: SnowflakeIdsOptions;
  #held: HeldLease | undefined;
  #generator: SnowflakeGenerator | undefined;
  #replacedAtMs = Number.NEGATIVE_INFINITY;
  /** Those who wait stand in a line: of however many, one looks whether it can go on. */
  #waiting = 0;
  #last: Promise<unknown> = Promise.resolve();
  /** What the line waits for. */
  #lacking: "LEASE_MISSING" | "SEQUENCE_SPENT" = "LEASE_MISSING";

  constructor(options: SnowflakeIdsOptions) {
    this.#options = options;
  }

  next(): bigint | Promise<bigint> {
    return (this.#waiting === 0 ? this.#nextNow() : undefined) ?? this.#queue();
  }

  #nextNow(): bigint | undefined {
    try {
      return this.#generator?.next();
    } catch {
      // Whoever waits meets the same error, and does something about it.
      return undefined;
    }
  }

  async #queue(): Promise<bigint> {
    if (this.#waiting >= maxWaiting) throw new CodesError(this.#lacking);
    const giveUpAtMs = this.#options.monotonicMs() + maxWaitMs;
    this.#waiting += 1;
    const id = this.#last.then(() => this.#wait(giveUpAtMs)).finally(() => (this.#waiting -= 1));
    this.#last = id.catch(() => {});
    return id;
  }

  async #wait(giveUpAtMs: number): Promise<bigint> {
    while (this.#options.monotonicMs() < giveUpAtMs) {
      const generator = this.#generatorOf(await this.#leaseBefore(giveUpAtMs, this.#options.leases.obtain()));
      try {
        const id = generator.next();
        if (id !== undefined) return id;
        await new Promise<void>((resolve) => setTimeout(resolve, 1));
      } catch (error) {
        await this.#recover(error, generator.behindMs(), giveUpAtMs);
      }
    }
    throw new CodesError(this.#lacking);
  }

  /** The holder asks for longer than one id is waited for. */
  async #leaseBefore(giveUpAtMs: number, asked: Promise<HeldLease>): Promise<HeldLease> {
    this.#lacking = "LEASE_MISSING";
    const held = await within(asked, giveUpAtMs - this.#options.monotonicMs(), () => new CodesError("LEASE_MISSING"));
    this.#lacking = "SEQUENCE_SPENT";
    return held;
  }

  /** @throws the error itself where nothing helps but time. */
  async #recover(error: unknown, behindMs: number, giveUpAtMs: number): Promise<void> {
    const code = error instanceof CodesError ? error.code : undefined;
    if (code === "LEASE_OVER") return;
    const sinceMs = this.#options.monotonicMs() - this.#replacedAtMs;
    if (code !== "CLOCK_BEHIND" || behindMs <= waitableMs || sinceMs < replacePauseMs) throw error;
    this.#replacedAtMs = this.#options.monotonicMs();
    this.#options.onClockBehind?.(behindMs);
    await this.#leaseBefore(giveUpAtMs, this.#options.leases.replace());
  }

  #generatorOf(held: HeldLease): SnowflakeGenerator {
    if (this.#generator !== undefined && this.#held === held) return this.#generator;
    const { now, onWarning } = this.#options;
    this.#held = held;
    this.#generator = createSnowflakeGenerator({ ...held, now });
    for (const warning of findSnowflakeWarnings(held.lease, now())) onWarning?.(warning);
    return this.#generator;
  }
}
