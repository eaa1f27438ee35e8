import type { Policy } from "../../policy.ts";
import type { Charge, StoreTraits, SyncCounter, SyncStore, Verdicts } from "../../store.ts";
import { toTick } from "../../ticks.ts";
import { decideCharges, type Cell } from "./decide-charges.ts";
import { blockRow, rowHead, type Row } from "./row.ts";

/** What keeps counters, and says what time it is. */
export interface CellKeeper {
  /**
   * Works on the cells of all charges while nobody else does. Throws `StoreFailure` when it was closed.
   *
   * @param work Gets one cell for each charge. They are nobody's afterwards.
   * @param isWriting Default: true.
   */
  use<Result>(
    charges: readonly Charge[],
    work: (cells: readonly Cell[], nowMicros: number) => Result,
    isWriting?: boolean,
  ): Result;
  /** What `decideCharges` answers to one charge, where that can be done more quickly. */
  chargeOne?(charge: Charge): Verdicts | undefined;
  counter(policy: Policy): SyncCounter;
  close(): void;
}

/** What a verb does to a row; units given back, if any. */
type Act = (row: Row, nowMicros: number, cost: number) => number | void;

/** A store out of what keeps its counters. */
export function createSyncStore(traits: StoreTraits, keeper: CellKeeper): SyncStore {
  const decide = (charges: readonly Charge[], isCharging: boolean) =>
    keeper.use(charges, (cells, nowMicros) => decideCharges(cells, nowMicros, isCharging), isCharging);
  const chargeNow = (charges: readonly Charge[]): Verdicts => {
    const [charge] = charges;
    const isOne = charges.length === 1 && charge !== undefined;
    return (isOne ? keeper.chargeOne?.(charge) : undefined) ?? decide(charges, true);
  };
  const change = (charges: readonly Charge[], isMade: boolean, act: Act) =>
    keeper.use(charges, (cells, nowMicros) =>
      cells.map((cell) => {
        if (!isMade && !cell.exists()) return 0;
        return act(cell.touch(), nowMicros, cell.charge.cost) ?? 0;
      }),
    );
  return {
    traits,
    counter: (policy) => keeper.counter(policy),
    chargeNow,
    peekNow: (charges) => decide(charges, false),
    charge: async (charges) => chargeNow(charges),
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
      keeper.use(charges, (cells) => {
        for (const cell of cells) cell.drop();
      });
    },
    close: async () => keeper.close(),
  };
}
