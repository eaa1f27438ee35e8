import type { Algorithm } from "../../algorithm.ts";
import type { SyncCounter, Verdict } from "../../store.ts";
import { toTick } from "../../ticks.ts";
import type { Quota } from "./quotas.ts";
import { rowHead, rowVerdict, waitMicros } from "./row.ts";
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

  constructor(table: Table, algorithm: Algorithm, clock: TurnClock, onWrite: () => void) {
    this.table = table;
    this.quota = table.quota(algorithm);
    this.algorithm = this.quota.algorithm;
    this.#clock = clock;
    this.#onWrite = onWrite;
  }

  /** A row that is there is asked in place; everything else takes the longer way. */
  tryTake(text: string, cost: number): boolean {
    const { table, algorithm } = this;
    const slot = table.find(text);
    const { found } = table;
    if (slot >= 0 && !algorithm.grows && found.kindAt(slot) === this.quota.rowKind.kindIndex) {
      const { numbers } = found;
      const at = found.rowAt(slot);
      // A reading of the clock that is a moment old can let pass, but not refuse.
      if (numbers[at] === 0)
        return (
          algorithm.take(numbers, at + rowHead, toTick(algorithm, this.#clock.recent()), cost) === 0 ||
          algorithm.take(numbers, at + rowHead, toTick(algorithm, this.#clock.exact()), cost) === 0
        );
    }
    this.#onWrite();
    return this.#take(text, cost, this.#clock.exact()) === 0;
  }

  /** What `decideCharges` answers to one charge. */
  charge(text: string, cost: number, nowMicros: number): Verdict {
    const wait = this.#take(text, cost, nowMicros);
    return rowVerdict(this.table.rowFor(text, this.quota, nowMicros), nowMicros, wait);
  }

  /** @returns what passes before the cost would be taken, in microseconds; 0: it was. */
  #take(text: string, cost: number, nowMicros: number): number {
    const { table, quota, algorithm } = this;
    const wait = cost > algorithm.limit ? Infinity : waitMicros(table.rowFor(text, quota, nowMicros), nowMicros, cost);
    if (wait === 0) table.take(text, quota, nowMicros, cost);
    return wait;
  }
}
