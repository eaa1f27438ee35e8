import type { Charge } from "../../store.ts";
import type { Cell } from "./decide-charges.ts";
import type { MemoryCounter } from "./memory-counter.ts";
import type { Quota } from "./quotas.ts";
import type { Row } from "./row.ts";
import type { Table } from "./table.ts";

/** One key of one policy, at one instant. */
export class MemoryCell implements Cell {
  readonly charge: Charge;
  readonly keptIn: Table;
  readonly key: string;
  wait = -1;
  readonly #quota: Quota;
  readonly #nowMicros: number;

  constructor(charge: Charge, { table, quota }: MemoryCounter, text: string, nowMicros: number) {
    this.charge = charge;
    this.keptIn = table;
    this.key = text;
    this.#quota = quota;
    this.#nowMicros = nowMicros;
  }

  rowFor(): Row {
    return this.keptIn.rowFor(this.key, this.#quota, this.#nowMicros);
  }

  touch(): Row {
    return this.keptIn.touch(this.key, this.#quota, this.#nowMicros);
  }

  take(cost: number): void {
    this.keptIn.take(this.key, this.#quota, this.#nowMicros, cost);
  }

  exists(): boolean {
    return this.keptIn.find(this.key) >= 0;
  }

  drop(): void {
    this.keptIn.forget(this.key);
  }
}
