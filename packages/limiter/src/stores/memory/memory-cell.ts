import type { Algorithm } from "../../algorithm.ts";
import type { Cell } from "./decide-charges.ts";
import type { MemoryCounter } from "./memory-counter.ts";
import type { Quota } from "./quotas.ts";
import type { Row } from "./row.ts";
import type { Table } from "./table.ts";

/** One key of one policy, at one instant. */
export class MemoryCell implements Cell {
  readonly algorithm: Algorithm;
  readonly place: Table;
  readonly key: string;
  readonly #quota: Quota;
  readonly #nowMicros: number;

  constructor({ algorithm, table, quota }: MemoryCounter, text: string, nowMicros: number) {
    this.algorithm = algorithm;
    this.place = table;
    this.key = text;
    this.#quota = quota;
    this.#nowMicros = nowMicros;
  }

  view(): Row {
    return this.place.view(this.key, this.#quota, this.#nowMicros);
  }

  touch(): Row {
    return this.place.touch(this.key, this.#quota, this.#nowMicros);
  }

  take(cost: number): void {
    this.place.take(this.key, this.#quota, this.#nowMicros, cost);
  }

  exists(): boolean {
    return this.place.find(this.key) >= 0;
  }

  remove(): void {
    this.place.forget(this.key);
  }
}
