import type { Algorithm } from "../../algorithm.ts";
import type { Charge, Verdicts } from "../../store.ts";
import { rowVerdict, waitMicros, type Row } from "./row.ts";

/** The counter that a charge asks, in whatever keeps it. */
export interface Cell {
  /** Of the quota that asks. */
  readonly algorithm: Algorithm;
  /** Cells of one decision that are the same counter have the same place and key. */
  readonly place: object;
  readonly key: string;
  /** To look at. */
  view(): Row;
  /** To write into; made if there is none. */
  touch(): Row;
  /** Takes what is there. */
  take(cost: number): void;
  exists(): boolean;
  remove(): void;
}

/** What one charge asks, and what it has to wait. */
type Answer = {
  readonly cell: Cell;
  readonly charge: Charge;
  /** In microseconds. */
  readonly wait: number;
};

/**
 * Decides all charges at one instant, and takes them all or none.
 *
 * A policy in shadow refuses nobody: it is charged when it would allow and nobody else refuses.
 *
 * @param cells One for each charge.
 * @param isCharging False: only looks.
 */
export function decideCharges(
  charges: readonly Charge[],
  cells: readonly Cell[],
  atMicros: number,
  isCharging: boolean,
): Verdicts {
  const answers: Answer[] = [];
  for (const [i, charge] of charges.entries()) {
    const cell = cells[i];
    if (cell !== undefined) answers.push(ask(charge, cell, atMicros, answers));
  }
  const isRefused = answers.some(({ charge, wait }) => wait > 0 && !charge.policy.shadow);
  if (isCharging && !isRefused) {
    for (const { cell, charge, wait } of answers) if (wait === 0) cell.take(charge.cost);
  }
  const verdicts = answers.map(({ cell, wait }) => rowVerdict(cell.view(), atMicros, wait));
  return { verdicts, atMicros };
}

/** Charges before it that ask the same counter and would pass are charged first: all of them at once costs the same. */
function ask(charge: Charge, cell: Cell, atMicros: number, before: readonly Answer[]): Answer {
  let { cost } = charge;
  for (const other of before) if (other.wait === 0 && isSame(cell, other.cell)) cost += other.charge.cost;
  const wait = cost > cell.algorithm.limit ? Infinity : waitMicros(cell.view(), atMicros, cost);
  return { cell, charge, wait };
}

function isSame(one: Cell, other: Cell): boolean {
  return one.key === other.key && one.place === other.place;
}
