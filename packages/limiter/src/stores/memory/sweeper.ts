import { quietly } from "../../quietly.ts";
import type { Table } from "./table.ts";

/** A million rows are looked at in a minute, at less than a thousandth of a core. */
const periodMs = 250;
const rowsPerRun = 4096;

/** Removes rows that equal fresh ones, a bounded number at a time. */
export interface Sweeper {
  /** Runs until all tables are empty. */
  start(): void;
  stop(): void;
}

/**
 * @param tables Those of the store, which may become more.
 * @param nowMicros While it throws nothing is removed.
 */
export function createSweeper(tables: readonly Table[], nowMicros: () => number): Sweeper {
  let timer: ReturnType<typeof setInterval> | undefined;
  let turn = 0;
  const sweep = () => {
    const now = nowMicros();
    let left = rowsPerRun;
    for (let seen = 0; seen < tables.length && left > 0; seen++) {
      left -= tables[turn % tables.length]?.sweep(left, now) ?? 0;
      // Where the rows ran out, the table goes on at its next turn; the others must have theirs.
      turn = (turn + 1) % tables.length;
    }
    if (tables.every(({ size }) => size === 0)) stop();
  };
  const stop = () => {
    clearInterval(timer);
    timer = undefined;
  };
  return {
    start() {
      if (timer !== undefined) return;
      // A clock that throws is told to whoever asks; from here it would end the process.
      timer = setInterval(() => quietly(sweep), periodMs);
      // One of Node, Bun or Deno must not keep the process; elsewhere it is a number and does not.
      (timer as { unref?: () => unknown }).unref?.();
    },
    stop,
  };
}
