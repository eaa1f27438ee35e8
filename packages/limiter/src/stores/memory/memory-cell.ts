import type { Algorithm } from "../../algorithm.ts";
import type { Cell } from "./decide-charges.ts";
import type { MemoryCounter } from "./memory-counter.ts";
import type { Row } from "./row.ts";

/** One key of one policy, at one instant. */
export class MemoryCell implements Cell {
  readonly algorithm: Algorithm;
  readonly #counter: MemoryCounter;
  readonly #text: string;
  readonly #nowMicros: number;

  constructor(counter: MemoryCounter, text: string, nowMicros: number) {
    this.algorithm = counter.algorithm;
    this.#counter = counter;
    this.#text = text;
    this.#nowMicros = nowMicros;
  }

  isSame(other: MemoryCell): boolean {
    return this.#text === other.#text && this.#counter.table === other.#counter.table;
  }

  view(): Row {
    return this.#counter.table.view(this.#text, this.#counter.quota, this.#nowMicros);
  }

  touch(): Row {
    return this.#counter.table.touch(this.#text, this.#counter.quota, this.#nowMicros);
  }

  exists(): boolean {
    return this.#counter.table.find(this.#text) >= 0;
  }

  remove(): void {
    const { table } = this.#counter;
    const number = table.find(this.#text);
    if (number >= 0) table.remove(number);
  }
}
