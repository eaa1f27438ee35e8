import type { Charge, Verdicts } from "../../store.ts";
import { rowVerdict, waitMicros, type Row } from "./row.ts";

/** The counter that a charge asks, in whatever keeps it. */
export interface Cell {
  readonly charge: Charge;
  /** Cells of one decision that are the same counter are kept in the same place by the same key. */
  readonly keptIn: object;
  readonly key: string;
  /** What the charge has to wait, in microseconds; below 0 until that is known. */
  wait: number;
  /** To look at. */
  rowFor(): Row;
  /** To write into; made if there is none. */
  touch(): Row;
  /** Takes what is there. */
  take(cost: number): void;
  exists(): boolean;
  drop(): void;
}

/**
 * Decides the charges of all cells at one instant, and takes them all or none.
 *
 * A policy in shadow refuses nobody: it is charged when it would allow and nobody else refuses.
 *
 * @param isCharging False: only looks.
 */
export function decideCharges(cells: readonly Cell[], atMicros: number, isCharging: boolean): Verdicts {
  for (const cell of cells) cell.wait = waitOf(cell, cells, atMicros);
  const isRefused = cells.some(({ charge, wait }) => wait > 0 && !charge.policy.shadow);
  if (isCharging && !isRefused) for (const cell of cells) if (cell.wait === 0) cell.take(cell.charge.cost);
  return { verdicts: cells.map((cell) => rowVerdict(cell.rowFor(), atMicros, cell.wait)), atMicros };
}

/** Charges before it that ask the same counter and would pass are charged first: all of them at once costs the same. */
function waitOf(cell: Cell, cells: readonly Cell[], atMicros: number): number {
  const { charge, key, keptIn } = cell;
  let { cost } = charge;
  for (const other of cells) {
    if (other.wait === 0 && other.key === key && other.keptIn === keptIn) cost += other.charge.cost;
  }
  return cost > charge.policy.algorithm.limit ? Infinity : waitMicros(cell.rowFor(), atMicros, cost);
}
