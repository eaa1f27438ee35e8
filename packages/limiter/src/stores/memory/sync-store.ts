import type { Policy } from "../../policy.ts";
import type { Charge, StoreTraits, SyncCounter, SyncStore } from "../../store.ts";
import { decideCharges, type Cell } from "./decide-charges.ts";
import { blockRow, rowHead, toTick } from "./row.ts";

/** What keeps counters, and says what time it is. */
export interface CellKeeper {
  /**
   * Works on the cells of all charges while nobody else does. Throws `StoreFailure` when it was closed.
   *
   * @param work Gets one cell for each charge. They are nobody's afterwards.
   */
  use<Result>(
    charges: readonly Charge[],
    manner: "look" | "write",
    work: (cells: readonly Cell[], nowMicros: number) => Result,
  ): Result;
  counter(policy: Policy): SyncCounter;
  close(): void;
}

/** A store out of what keeps its counters. */
export function createSyncStore(traits: StoreTraits, keeper: CellKeeper): SyncStore {
  const decide = (charges: readonly Charge[], isCharging: boolean) =>
    keeper.use(charges, isCharging ? "write" : "look", (cells, nowMicros) =>
      decideCharges(charges, cells, nowMicros, isCharging),
    );
  const each = <Result>(charges: readonly Charge[], act: (cell: Cell, now: number, cost: number) => Result) =>
    keeper.use(charges, "write", (cells, nowMicros) =>
      cells.map((cell, i) => act(cell, toTick(cell.algorithm, nowMicros), charges[i]?.cost ?? 0)),
    );
  return {
    traits,
    counter: (policy) => keeper.counter(policy),
    chargeNow: (charges) => decide(charges, true),
    peekNow: (charges) => decide(charges, false),
    charge: async (charges) => decide(charges, true),
    peek: async (charges) => decide(charges, false),
    refund: async (charges, takenAtMicros) =>
      each(charges, (cell, now, cost) => (cell.exists() ? refund(cell, now, cost, takenAtMicros) : 0)),
    penalize: async (charges) => {
      each(charges, penalize);
    },
    block: async (charges, durationMs) => {
      each(charges, (cell, now) => {
        if (durationMs > 0 || cell.exists()) blockRow(cell.algorithm, cell.touch(), now, durationMs);
      });
    },
    reset: async (charges) => {
      each(charges, (cell) => cell.remove());
    },
    close: async () => keeper.close(),
  };
}

function refund(cell: Cell, now: number, cost: number, takenAtMicros: number): number {
  const { algorithm } = cell;
  const { numbers, at } = cell.touch();
  return algorithm.refund(numbers, at + rowHead, now, cost, toTick(algorithm, takenAtMicros));
}

function penalize(cell: Cell, now: number, cost: number): void {
  const { numbers, at } = cell.touch();
  cell.algorithm.penalize(numbers, at + rowHead, now, cost);
}
