import type { Clock } from "../../clock.ts";
import { LimiterError } from "../../errors.ts";
import { keyText } from "../../key-text.ts";
import type { Policy } from "../../policy.ts";
import { StoreFailure } from "../../store-failure.ts";
import type { Charge, StoreTraits, SyncStore, Verdicts } from "../../store.ts";
import { decideCharges } from "./decide-charges.ts";
import { MemoryCell } from "./memory-cell.ts";
import { MemoryCounter } from "./memory-counter.ts";
import { blockRow, rowHead, toTick } from "./row.ts";
import { createSweeper } from "./sweeper.ts";
import { Table } from "./table.ts";
import { createTurnClock, wrapClock } from "./turn-clock.ts";

export type MemoryStoreOptions = {
  /** How many counters each policy may have: 1 to 16,777,216. Default: 1,000,000, which take up to 150 MB. */
  readonly maxKeys?: number;
  /** Microseconds since 1970, never going back. Default: wall time at start and monotonic time since. */
  readonly clock?: Clock;
};

/** Counters in this process. */
export type MemoryStore = SyncStore & {
  /** How many counters it holds now. */
  readonly size: number;
};

const traits: StoreTraits = {
  kind: "memory",
  reach: "process",
  isSharded: false,
  onFailure: "never",
  liveNodes: () => 1,
};

/**
 * Keeps counters in this process: answers at once, and forgets when the process ends.
 *
 * A counter that equals a fresh one is removed in passing, by one timer that does not keep the process alive. When a
 * policy has `maxKeys` counters, a new one takes the place of one that is nearly fresh; one that is over its limit or
 * blocked goes only when thousands around it are so too.
 *
 * @throws {LimiterError} `STORE_OPTION_INVALID`
 */
export function memoryStore({ maxKeys = 1_000_000, clock }: MemoryStoreOptions = {}): MemoryStore {
  if (!Number.isInteger(maxKeys) || maxKeys < 1 || maxKeys > 2 ** 24) {
    throw new LimiterError("STORE_OPTION_INVALID", `maxKeys is ${String(maxKeys)}.`);
  }
  const time = clock === undefined ? createTurnClock() : wrapClock(clock);
  const tables: Table[] = [];
  const tablesByTitle = new Map<string, Table>();
  const sweeper = createSweeper(tables, () => time.exact());
  const counters = new WeakMap<Policy, MemoryCounter>();
  let isClosed = false;

  const assertOpen = () => {
    if (isClosed) throw new StoreFailure("STORE_CLOSED", "The memory store was closed.");
  };
  const onWrite = () => {
    assertOpen();
    sweeper.start();
  };
  const tableOf = ({ name, version }: Policy): Table => {
    const title = `${name}\n${version}`;
    const known = tablesByTitle.get(title);
    if (known !== undefined) return known;
    const table = new Table(maxKeys);
    tablesByTitle.set(title, table);
    tables.push(table);
    return table;
  };
  const counter = (policy: Policy): MemoryCounter => {
    const known = counters.get(policy);
    if (known !== undefined) return known;
    const made = new MemoryCounter(tableOf(policy), policy.algorithm, time, onWrite);
    counters.set(policy, made);
    return made;
  };
  const cellOf = ({ policy, key }: Charge, nowMicros: number) =>
    new MemoryCell(counter(policy), keyText(key, policy.by), nowMicros);
  const decide = (charges: readonly Charge[], isCharging: boolean): Verdicts => {
    if (isCharging) onWrite();
    else assertOpen();
    const nowMicros = time.exact();
    return decideCharges(
      charges,
      charges.map((charge) => cellOf(charge, nowMicros)),
      nowMicros,
      isCharging,
    );
  };
  const each = <Result>(charges: readonly Charge[], act: (cell: MemoryCell, now: number, cost: number) => Result) => {
    onWrite();
    const nowMicros = time.exact();
    return charges.map((charge) => {
      const cell = cellOf(charge, nowMicros);
      return act(cell, toTick(cell.algorithm, nowMicros), charge.cost);
    });
  };

  return {
    traits,
    get size() {
      return tables.reduce((sum, table) => sum + table.size, 0);
    },
    counter,
    chargeNow: (charges) => decide(charges, true),
    peekNow: (charges) => decide(charges, false),
    charge: async (charges) => decide(charges, true),
    peek: async (charges) => decide(charges, false),
    refund: async (charges, takenAtMicros) =>
      each(charges, (cell, now, cost) => (cell.exists() ? refund(cell, now, cost, takenAtMicros) : 0)),
    penalize: async (charges) => {
      each(charges, (cell, now, cost) => penalize(cell, now, cost));
    },
    block: async (charges, durationMs) => {
      each(charges, (cell, now) => {
        if (durationMs > 0 || cell.exists()) blockRow(cell.algorithm, cell.touch(), now, durationMs);
      });
    },
    reset: async (charges) => {
      each(charges, (cell) => cell.remove());
    },
    close: async () => {
      isClosed = true;
      sweeper.stop();
      for (const table of tables) table.clear();
    },
  };
}

function refund(cell: MemoryCell, now: number, cost: number, takenAtMicros: number): number {
  const { algorithm } = cell;
  const { numbers, at } = cell.touch();
  return algorithm.refund(numbers, at + rowHead, now, cost, toTick(algorithm, takenAtMicros));
}

function penalize(cell: MemoryCell, now: number, cost: number): void {
  const { numbers, at } = cell.touch();
  cell.algorithm.penalize(numbers, at + rowHead, now, cost);
}
