import type { Algorithm } from "../../algorithm.ts";
import type { SyncCounter } from "../../store.ts";
import { toTick } from "../../ticks.ts";
import type { Quota } from "./quotas.ts";
import { rowHead, waitMicros } from "./row.ts";
import type { Table } from "./table.ts";
import type { TurnClock } from "./turn-clock.ts";

/** The counters of one policy. */
export class MemoryCounter implements SyncCounter {
  readonly table: Table;
  readonly quota: Quota;
  readonly algorithm: Algorithm;
  readonly #clock: TurnClock;
  /** Told before anything is written; throws when the store is closed. */
  readonly #onWrite: () => void;
  readonly #isInPlace: boolean;

  constructor(table: Table, algorithm: Algorithm, clock: TurnClock, onWrite: () => void) {
    this.table = table;
    this.quota = table.quota(algorithm);
    this.algorithm = this.quota.algorithm;
    this.#clock = clock;
    this.#onWrite = onWrite;
    this.#isInPlace = !algorithm.grows;
  }

  /** A row that is there and lets the request pass is charged in place; everything else takes the longer way. */
  tryTake(text: string, cost: number): boolean {
    const { table, algorithm } = this;
    const slot = table.find(text);
    const { found } = table;
    if (slot >= 0 && this.#isInPlace && found.quotaAt(slot) === this.quota.rowKind.kindIndex) {
      const now = toTick(algorithm, this.#clock.recent());
      const { numbers } = found;
      const at = found.rowAt(slot);
      const isPlain = numbers[at] === 0;
      if (isPlain && algorithm.take(numbers, at + rowHead, now, cost) === 0) return true;
    }
    return this.#take(text, cost);
  }

  #take(text: string, cost: number): boolean {
    this.#onWrite();
    const nowMicros = this.#clock.exact();
    const { table, quota, algorithm } = this;
    const isFree = cost <= algorithm.limit && waitMicros(table.view(text, quota, nowMicros), nowMicros, cost) === 0;
    if (isFree) table.take(text, quota, nowMicros, cost);
    return isFree;
  }
}
