import type { Algorithm } from "../../algorithm.ts";
import type { CountedRow } from "./convert-row.ts";
import type { Cell } from "./decide-charges.ts";
import type { MemoryCounter } from "./memory-counter.ts";

/** One key of one policy, at one instant. */
export class MemoryCell implements Cell {
  readonly algorithm: Algorithm;
  readonly #counter: MemoryCounter;
  readonly place: object;
  readonly key: string;
  readonly #nowMicros: number;

  constructor(counter: MemoryCounter, text: string, nowMicros: number) {
    this.algorithm = counter.algorithm;
    this.#counter = counter;
    this.place = counter.table;
    this.key = text;
    this.#nowMicros = nowMicros;
  }

  view(): CountedRow {
    return this.#counter.table.view(this.key, this.#counter.quota, this.#nowMicros);
  }

  touch(): CountedRow {
    return this.#counter.table.touch(this.key, this.#counter.quota, this.#nowMicros);
  }

  take(cost: number): void {
    this.#counter.table.take(this.key, this.#counter.quota, this.#nowMicros, cost);
  }

  exists(): boolean {
    return this.#counter.table.find(this.key) >= 0;
  }

  remove(): void {
    const { table } = this.#counter;
    const slot = table.find(this.key);
    if (slot >= 0) table.remove(table.found, slot);
  }
}
