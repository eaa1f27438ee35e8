import type { ClickContents } from "../../click-contents.ts";
import type { Connection, Row } from "../../postgres/connection.ts";
import { readStatement } from "./statement.ts";
import { totalColumns } from "./total-columns.ts";

const selectPositions = readStatement("select-copied-positions");
const countTotals = readStatement("count-totals");
const countCoveredTotals = readStatement("count-covered-totals");

const totalsAtOnce = 2_000;

/** A partition as PostgreSQL has it. */
type HeldPosition = {
  readonly partition: string;
  readonly at: number;
  /** A copy brought all of it, so long ago that the store it came from may have forgotten it since. */
  readonly mayBeForgotten: boolean;
};

/**
 * Whether PostgreSQL has counted what the other store has not. Each start of a service with its files has a partition of its
 * own, so what was counted here has left a trace. One that the other store does not know is no such trace where a copy brought
 * all of it, and where the other store can have forgotten it since. In doubt: true.
 */
export async function hasCountedMore(connection: Connection, contents: ClickContents): Promise<boolean> {
  const rows = await connection.run(selectPositions, { rawBefore: contents.rawBefore() });
  if (rows[0]?.[3] === true) return true;
  const known = new Map(contents.positions().map(({ partition, at }) => [partition, at]));
  const beyond = rows.map(positionFrom).filter(({ partition, at }) => at > (known.get(partition) ?? 0));
  if (beyond.length === 0) return false;
  const areForgotten = beyond.every(({ partition, mayBeForgotten }) => mayBeForgotten && !known.has(partition));
  return !areForgotten || !(await coversTotals(connection, contents));
}

/** A store without partitions gives one row, in which nothing was counted. */
function positionFrom([partition, at, mayBeForgotten]: Row): HeldPosition {
  return { partition: String(partition), at: Number(at), mayBeForgotten: mayBeForgotten === true };
}

/**
 * Whether the other store has at least as many clicks of each link. Totals are never forgotten, so one that does not is not
 * the one that was copied, whatever it may have forgotten.
 */
async function coversTotals(connection: Connection, contents: ClickContents): Promise<boolean> {
  let covered = 0;
  for (const totals of contents.totals(totalsAtOnce)) {
    covered += countFrom(await connection.run(countCoveredTotals, totalColumns(totals)));
  }
  return covered === countFrom(await connection.run(countTotals));
}

function countFrom([row]: readonly Row[]): number {
  return Number(row?.[0]);
}
