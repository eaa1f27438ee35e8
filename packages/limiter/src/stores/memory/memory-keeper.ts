import { keyText } from "../../key-text.ts";
import type { Policy } from "../../policy.ts";
import { StoreFailure } from "../../store-failure.ts";
import type { Charge, Verdicts } from "../../store.ts";
import { MemoryCell } from "./memory-cell.ts";
import { MemoryCounter } from "./memory-counter.ts";
import { createShortener } from "./short-text.ts";
import { createSweeper } from "./sweeper.ts";
import type { CellKeeper } from "./sync-store.ts";
import { Table } from "./table.ts";
import type { TurnClock } from "./turn-clock.ts";

/** Keeps a table for each policy. */
export class MemoryKeeper implements CellKeeper {
  readonly #maxKeys: number;
  readonly #clock: TurnClock;
  readonly #tables: Table[] = [];
  readonly #tablesByTitle = new Map<string, Table>();
  readonly #counters = new WeakMap<Policy, MemoryCounter>();
  readonly #sweeper = createSweeper(this.#tables, () => this.#clock.exact());
  readonly #shorten = createShortener(Math.random);
  #isClosed = false;

  constructor(maxKeys: number, clock: TurnClock) {
    this.#maxKeys = maxKeys;
    this.#clock = clock;
  }

  get size(): number {
    return this.#tables.reduce((sum, { size }) => sum + size, 0);
  }

  use<Result>(
    charges: readonly Charge[],
    work: (cells: readonly MemoryCell[], nowMicros: number) => Result,
    isWriting?: boolean,
  ): Result {
    this.#begin(isWriting);
    const nowMicros = this.#clock.exact();
    const cellOf = (charge: Charge) =>
      new MemoryCell(charge, this.counter(charge.policy), this.#textOf(charge), nowMicros);
    return work(charges.map(cellOf), nowMicros);
  }

  chargeOne(charge: Charge): Verdicts {
    this.#begin();
    const atMicros = this.#clock.exact();
    const verdict = this.counter(charge.policy).charge(this.#textOf(charge), charge.cost, atMicros);
    return { verdicts: [verdict], atMicros };
  }

  counter(policy: Policy): MemoryCounter {
    const known = this.#counters.get(policy);
    if (known !== undefined) return known;
    const counter = new MemoryCounter(this.#tableOf(policy), policy.algorithm, this.#clock, () => this.#begin());
    this.#counters.set(policy, counter);
    return counter;
  }

  close(): void {
    this.#isClosed = true;
    this.#sweeper.stop();
    for (const table of this.#tables) table.clear();
  }

  #textOf({ policy, key }: Charge): string {
    return this.#shorten(keyText(key, policy.by));
  }

  #begin(isWriting = true): void {
    if (this.#isClosed) throw new StoreFailure("STORE_CLOSED", "The memory store was closed.");
    if (isWriting) this.#sweeper.start();
  }

  #tableOf({ name, version }: Policy): Table {
    const title = `${name}\n${version}`;
    const known = this.#tablesByTitle.get(title);
    if (known !== undefined) return known;
    const table = new Table(this.#maxKeys);
    this.#tablesByTitle.set(title, table);
    this.#tables.push(table);
    return table;
  }
}
