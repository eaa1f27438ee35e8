import { dayMs } from "../time-units.ts";
import { findSetting } from "./find-setting.ts";

/** Since 2009 no zone has set its clocks twice within three weeks. */
const cellMs = 14 * dayMs;

/** 23 years of a zone, some tens of kilobytes. */
const maxCells = 600;

/** Two weeks in which clocks are set once at most; never: `setAt` is infinite. */
type Cell = { readonly before: number; readonly setAt: number; readonly after: number };

/**
 * Remembers offsets of a zone by the fortnight: to ask the formatter takes microseconds, and a report asks for thousands.
 *
 * @param read Gives the offset at an instant.
 */
export function createKnownOffsets(read: (at: number) => number): (at: number) => number {
  const cells = new Map<number, Cell>();
  const look = (index: number): Cell => {
    if (cells.size >= maxCells) cells.clear();
    const [from, to] = [index * cellMs, (index + 1) * cellMs];
    const before = cells.get(index - 1)?.after ?? read(from);
    const after = read(to);
    const cell = { before, setAt: before === after ? Infinity : findSetting(read, from, to), after };
    cells.set(index, cell);
    return cell;
  };
  return (at) => {
    const index = Math.floor(at / cellMs);
    const { before, setAt, after } = cells.get(index) ?? look(index);
    return at < setAt ? before : after;
  };
}
