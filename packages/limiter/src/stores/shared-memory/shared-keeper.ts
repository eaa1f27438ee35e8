import type { Clock } from "../../clock.ts";
import { LimiterError } from "../../errors.ts";
import type { Policy } from "../../policy.ts";
import { StoreFailure } from "../../store-failure.ts";
import type { Charge } from "../../store.ts";
import { freshRow } from "../memory/convert-row.ts";
import type { CellKeeper } from "../memory/sync-store.ts";
import { BucketLock } from "./bucket-lock.ts";
import { createKeyHash } from "./key-hash.ts";
import { bucketRows, counts, type Layout } from "./layout.ts";
import { QuotaRegistry } from "./quota-registry.ts";
import { SharedCell } from "./shared-cell.ts";
import { SharedCounter } from "./shared-counter.ts";
import { SharedTable } from "./shared-table.ts";

/** Keeps rows in memory that other threads use too. */
export class SharedKeeper implements CellKeeper {
  readonly #layout: Layout;
  readonly #clock: Clock;
  readonly #lock: BucketLock;
  readonly #quotas: QuotaRegistry;
  readonly #table: SharedTable;
  readonly #counters = new WeakMap<Policy, SharedCounter>();
  #isClosed = false;

  constructor(layout: Layout, clock: Clock) {
    this.#layout = layout;
    this.#clock = clock;
    this.#lock = new BucketLock(layout.words, Atomics.add(layout.words, counts.opened, 1));
    this.#quotas = new QuotaRegistry(layout, this.#lock);
    this.#table = new SharedTable(layout, this.#quotas);
  }

  use<Result>(charges: readonly Charge[], work: (cells: readonly SharedCell[], nowMicros: number) => Result): Result {
    this.#assertOpen();
    let nowMicros = 0;
    const cells = charges.map(
      (charge) => new SharedCell(charge, this.#table, this.counter(charge.policy), () => nowMicros),
    );
    assertRoom(cells);
    return this.#locked(cells, () => {
      nowMicros = this.#clock();
      return this.#table.keeping(cells, () => work(cells, nowMicros));
    });
  }

  counter(policy: Policy): SharedCounter {
    const known = this.#counters.get(policy);
    if (known !== undefined) return known;
    const { name, version, algorithm } = policy;
    const quota = { algorithm, id: this.#quotas.idOf(algorithm), fresh: freshRow(algorithm) };
    const memory = { table: this.#table, lock: this.#lock, clock: this.#clock };
    const hashInto = createKeyHash(this.#layout, `${name}\n${version}`);
    const counter = new SharedCounter(quota, hashInto, memory, () => this.#assertOpen());
    this.#counters.set(policy, counter);
    return counter;
  }

  close(): void {
    this.#isClosed = true;
  }

  /** All threads lock in the same order, so that none waits for one that waits for it. */
  #locked<Result>(cells: readonly SharedCell[], work: () => Result): Result {
    const buckets = [...new Set(cells.map(({ bucket }) => bucket))].sort((one, other) => one - other);
    const taken: { readonly at: number; readonly token: number }[] = [];
    try {
      for (const bucket of buckets) {
        const at = this.#table.lockOf(bucket);
        taken.push({ at, token: this.#lock.take(at) });
      }
      return work();
    } finally {
      for (const { at, token } of taken) this.#lock.release(at, token);
    }
  }

  #assertOpen(): void {
    if (this.#isClosed) throw new StoreFailure("STORE_CLOSED", "The shared-memory store was closed in this thread.");
  }
}

/** Each counter of a decision needs a row, and none may take that of another. */
function assertRoom(cells: readonly SharedCell[]): void {
  if (cells.length <= bucketRows) return;
  const keys = new Map<number, Set<string>>();
  for (const { bucket, key } of cells) keys.set(bucket, (keys.get(bucket) ?? new Set()).add(key));
  if ([...keys.values()].every(({ size }) => size <= bucketRows)) return;
  const what = `More than ${bucketRows} counters of one decision lie in one bucket: it needs memory of more \`keys\`.`;
  throw new LimiterError("STORE_POLICY_UNSUPPORTED", what);
}
