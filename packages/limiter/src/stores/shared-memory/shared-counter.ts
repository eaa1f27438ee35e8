import type { Clock } from "../../clock.ts";
import type { SyncCounter } from "../../store.ts";
import { waitMicros } from "../memory/row.ts";
import type { BucketLock } from "./bucket-lock.ts";
import type { KeyPlace, SharedQuota, SharedTable } from "./shared-table.ts";

/** The counters of one policy. */
export class SharedCounter implements SyncCounter {
  readonly quota: SharedQuota;
  readonly hashInto: (text: string, into: Int32Array) => void;
  readonly #table: SharedTable;
  readonly #lock: BucketLock;
  readonly #clock: Clock;
  readonly #assertOpen: () => void;
  readonly #hash = new Int32Array(4);

  constructor(
    quota: SharedQuota,
    hashInto: (text: string, into: Int32Array) => void,
    memory: { readonly table: SharedTable; readonly lock: BucketLock; readonly clock: Clock },
    assertOpen: () => void,
  ) {
    this.quota = quota;
    this.hashInto = hashInto;
    this.#table = memory.table;
    this.#lock = memory.lock;
    this.#clock = memory.clock;
    this.#assertOpen = assertOpen;
  }

  tryTake(text: string, cost: number): boolean {
    this.#assertOpen();
    if (cost > this.quota.algorithm.limit) return false;
    this.hashInto(text, this.#hash);
    const place = { hash: this.#hash, bucket: this.#table.bucketOf(this.#hash) };
    const lock = this.#table.lockOf(place.bucket);
    const token = this.#lock.take(lock);
    try {
      return this.#take(place, cost);
    } finally {
      this.#lock.release(lock, token);
    }
  }

  #take(place: KeyPlace, cost: number): boolean {
    const nowMicros = this.#clock();
    if (waitMicros(this.#table.rowFor(place, this.quota, nowMicros), nowMicros, cost) > 0) return false;
    this.#table.take(place, this.quota, nowMicros, cost);
    return true;
  }
}
