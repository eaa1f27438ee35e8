import type { CreateCommand, CreateOutcome } from "../../link-store.ts";
import { StoreError } from "../../store-error.ts";
import { divideCreates, followedOutcome } from "./create-followers.ts";
import { createKeys } from "./create-keys.ts";
import { createLinks, type GroupMember, type MemberResult } from "./create-links.ts";
import { OwnerNumbers } from "./owner-numbers.ts";
import type { Pool } from "./pool.ts";
import { storeErrorFrom } from "./postgres-error.ts";

export type CreateQueueOptions = {
  readonly pool: Pool;
  /** Groups under way at the same time, at most: as many as the pool has connections. */
  readonly maxGroups: number;
  /** Creates in one transaction, at most. */
  readonly groupLimit: number;
  /** Creates that wait, at most; more are refused. */
  readonly queueLimit: number;
};

export type CreateStats = {
  readonly queued: number;
  /** Transactions; `commands` divided by this is how many creates one commit served. */
  readonly groups: number;
  readonly commands: number;
  readonly overloaded: number;
};

type Waiting = GroupMember & {
  readonly resolve: (outcome: CreateOutcome) => void;
  readonly reject: (error: unknown) => void;
};

/**
 * Groups creates: what is asked for in one turn of the event loop, and while the groups before are under way, goes out
 * together, so that one commit serves many and each is answered after its own.
 */
export class CreateQueue {
  readonly #options: CreateQueueOptions;
  readonly #owners = new OwnerNumbers();
  readonly #queue: Waiting[] = [];
  #groupsUnderWay = 0;
  #isPlanned = false;
  #isClosed = false;
  #whenIdle: (() => void) | undefined;
  readonly #counts = { groups: 0, commands: 0, overloaded: 0 };

  constructor(options: CreateQueueOptions) {
    this.#options = options;
  }

  /** @throws {StoreError} */
  create(command: CreateCommand): Promise<CreateOutcome> {
    return new Promise((resolve, reject) => {
      const refusal = this.#refusal();
      if (refusal !== undefined) throw refusal;
      this.#queue.push({ command, keys: createKeys(command), resolve, reject });
      this.#plan();
    });
  }

  #refusal(): StoreError | undefined {
    if (this.#isClosed) return new StoreError("STORE_UNAVAILABLE", "The database was closed.");
    if (this.#queue.length < this.#options.queueLimit) return this.#options.pool.refusal();
    this.#counts.overloaded += 1;
    return new StoreError("STORE_OVERLOADED", "Too many creates are waiting. Try again, more slowly.");
  }

  /** Refuses everything that waits. */
  refuseAll(error: StoreError): void {
    for (const { reject } of this.#queue.splice(0)) reject(error);
  }

  stats(): CreateStats {
    return { queued: this.#queue.length, ...this.#counts };
  }

  /** Refuses new ones and resolves when all accepted ones are answered. */
  async drain(): Promise<void> {
    this.#isClosed = true;
    if (this.#isBusy()) await new Promise<void>((resolve) => (this.#whenIdle = resolve));
  }

  #isBusy(): boolean {
    return this.#queue.length > 0 || this.#groupsUnderWay > 0;
  }

  /** After the turn, not in it: every create that this turn of the event loop reads comes along. */
  #plan(): void {
    if (this.#isPlanned || this.#groupsUnderWay >= this.#options.maxGroups) return;
    this.#isPlanned = true;
    setImmediate(() => {
      this.#isPlanned = false;
      while (this.#queue.length > 0 && this.#groupsUnderWay < this.#options.maxGroups) void this.#sendGroup();
    });
  }

  async #sendGroup(): Promise<void> {
    this.#groupsUnderWay += 1;
    const { leaders, followers } = divideCreates(this.#queue.splice(0, this.#options.groupLimit));
    const results = await this.#carryOut(leaders);
    this.#groupsUnderWay -= 1;
    this.#counts.groups += 1;
    this.#counts.commands += leaders.length + followers.length;
    const again: Waiting[] = [];
    for (const [index, leader] of leaders.entries()) settle(leader, results[index], again);
    const resultOf = new Map(leaders.map((leader, index) => [leader, results[index]]));
    for (const follower of followers) {
      const led = resultOf.get(follower.leader);
      const outcome = led === undefined ? undefined : followedOutcome(follower, led);
      if (outcome === undefined) again.push(follower.member);
      else follower.member.resolve(outcome);
    }
    this.#queue.unshift(...again);
    if (this.#queue.length > 0) this.#plan();
    if (!this.#isBusy()) this.#whenIdle?.();
  }

  async #carryOut(leaders: readonly Waiting[]): Promise<readonly MemberResult[]> {
    try {
      return await this.#options.pool.use((connection) => createLinks(connection, this.#owners, leaders));
    } catch (error) {
      // The pool refused: nothing was sent.
      return leaders.map(() => ({ kind: "failed", error: storeErrorFrom(error) }));
    }
  }
}

function settle(waiting: Waiting, result: MemberResult | undefined, again: Waiting[]): void {
  if (result === undefined || result.kind === "again") again.push(waiting);
  else if (result.kind === "failed") waiting.reject(result.error);
  else waiting.resolve(result.outcome);
}
