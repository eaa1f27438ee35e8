import type { Policy } from "../../policy.ts";
import type { Charge, StoreTraits, SyncCounter, SyncStore } from "../../store.ts";
import { toTick } from "../../ticks.ts";
import { decideCharges, type Cell } from "./decide-charges.ts";
import { blockRow, rowHead, type Row } from "./row.ts";

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

/** What a verb does to a row; units given back, if any. */
type Act = (row: Row, nowMicros: number, cost: number) => number | void;

/** A store out of what keeps its counters. */
export function createSyncStore(traits: StoreTraits, keeper: CellKeeper): SyncStore {
  const decide = (charges: readonly Charge[], isCharging: boolean) =>
    keeper.use(charges, isCharging ? "write" : "look", (cells, nowMicros) =>
      decideCharges(charges, cells, nowMicros, isCharging),
    );
  const change = (charges: readonly Charge[], isMade: boolean, act: Act) =>
    keeper.use(charges, "write", (cells, nowMicros) =>
      cells.map((cell, i) => {
        if (!isMade && !cell.exists()) return 0;
        return act(cell.touch(), nowMicros, charges[i]?.cost ?? 0) ?? 0;
      }),
    );
  return {
    traits,
    counter: (policy) => keeper.counter(policy),
    chargeNow: (charges) => decide(charges, true),
    peekNow: (charges) => decide(charges, false),
    charge: async (charges) => decide(charges, true),
    peek: async (charges) => decide(charges, false),
    refund: async (charges, takenAtMicros) =>
      change(charges, false, ({ algorithm, numbers, at }, now, cost) =>
        algorithm.refund(numbers, at + rowHead, toTick(algorithm, now), cost, toTick(algorithm, takenAtMicros)),
      ),
    penalize: async (charges) => {
      change(charges, true, ({ algorithm, numbers, at }, now, cost) => {
        numbers[at] = Math.max(0, numbers[at] as number);
        algorithm.penalize(numbers, at + rowHead, toTick(algorithm, now), cost);
      });
    },
    block: async (charges, durationMs) => {
      change(charges, durationMs > 0, (row, now) => blockRow(row, now, durationMs));
    },
    reset: async (charges) => {
      keeper.use(charges, "write", (cells) => {
        for (const cell of cells) cell.remove();
      });
    },
    close: async () => keeper.close(),
  };
}
