import type { Algorithm } from "../../algorithm.ts";
import type { Charge, Verdicts } from "../../store.ts";
import { rowHead, rowVerdict, rowWait, toTick, type Row } from "./row.ts";

/** The counter that a charge asks, in whatever keeps it. */
export interface Cell {
  readonly algorithm: Algorithm;
  isSame(other: this): boolean;
  /** To look at. */
  view(): Row;
  /** To write into. */
  touch(): Row;
}

/** What one charge asks, and what it has to wait. */
type Answer<Of extends Cell> = {
  readonly cell: Of;
  readonly charge: Charge;
  readonly now: number;
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
export function decideCharges<Of extends Cell>(
  charges: readonly Charge[],
  cells: readonly Of[],
  atMicros: number,
  isCharging: boolean,
): Verdicts {
  const answers: Answer<Of>[] = [];
  for (const [i, charge] of charges.entries()) {
    const cell = cells[i];
    if (cell !== undefined) answers.push(ask(charge, cell, atMicros, answers));
  }
  const isRefused = answers.some(({ charge, wait }) => wait > 0 && !charge.policy.shadow);
  if (isCharging && !isRefused) {
    for (const answer of answers) if (answer.wait === 0) take(answer);
  }
  const verdicts = answers.map(({ cell, wait }) => rowVerdict(cell.algorithm, cell.view(), atMicros, wait));
  return { verdicts, atMicros };
}

/** Charges before it that ask the same counter and would pass are charged first: all of them at once costs the same. */
function ask<Of extends Cell>(charge: Charge, cell: Of, atMicros: number, before: readonly Answer<Of>[]): Answer<Of> {
  const { algorithm } = cell;
  let { cost } = charge;
  for (const other of before) if (other.wait === 0 && cell.isSame(other.cell)) cost += other.charge.cost;
  const now = toTick(algorithm, atMicros);
  const wait = cost > algorithm.limit ? Infinity : rowWait(algorithm, cell.view(), now, cost);
  return { cell, charge, now, wait };
}

function take({ cell, charge, now }: Answer<Cell>): void {
  const { numbers, at } = cell.touch();
  cell.algorithm.take(numbers, at + rowHead, now, charge.cost);
}
