import { monthNumber } from "../../archive.ts";
import { isForgotten, type Link } from "../../link.ts";
import type { Ask } from "./ask.ts";
import type { Connection } from "./connection.ts";
import { arrayText, readStatement } from "./sql.ts";
import { inTransaction } from "./transaction.ts";

/** A link to be written, and the month in which the database has its row archived; null: in none. */
export type LinkToFill = { readonly link: Link; readonly earlierMonth: number | null };

export interface ArchiveFiller {
  /**
   * Makes the months that are missing. Not in the transaction of a batch, which would hold up whoever brings a link back:
   * each in a short one, once nobody else changes the archive.
   */
  makeMonths(wanted: readonly LinkToFill[]): Promise<void>;
  /** Keeps what is archived of links whose rows were written, and nothing in the months where they were before. */
  keep(written: readonly LinkToFill[]): Promise<void>;
}

type Payload = Link & { readonly month: number };

export function createArchiveFiller(connection: Connection, ask: Ask, tell: Ask): ArchiveFiller {
  const selectMonths = readStatement("select-archive-months");
  const awaitArchive = readStatement("await-archive");
  const ensureMonth = readStatement("ensure-archive-month");
  const fillArchive = readStatement("fill-archive");
  const fillRestored = readStatement("fill-restored");
  return {
    async makeMonths(wanted) {
      const months = new Set(wanted.flatMap(payloadOf).map(({ month }) => month));
      if (months.size === 0) return;
      for (const [month] of await ask(selectMonths)) months.delete(Number(month));
      for (const month of months) {
        await inTransaction(connection, async () => {
          await tell(awaitArchive);
          await tell(ensureMonth, { month });
        });
      }
    },
    async keep(written) {
      const archived = written.flatMap(payloadOf);
      if (archived.length > 0) await tell(fillArchive, payloadColumns(archived));
      for (const [month, moved] of movedByMonth(written)) await tell(fillRestored, { month, ...keyColumns(moved) });
    },
  };
}

/** What is kept of an archived link; nothing of any other. */
function payloadOf({ link }: LinkToFill): readonly Payload[] {
  return link.archivedAt === undefined || isForgotten(link) ? [] : [{ ...link, month: monthNumber(link.archivedAt) }];
}

/** Links that are no longer in the month where they were, by that month. */
function movedByMonth(written: readonly LinkToFill[]): ReadonlyMap<number, readonly Link[]> {
  const moved = new Map<number, Link[]>();
  for (const { link, earlierMonth } of written) {
    const month = link.archivedAt === undefined ? null : monthNumber(link.archivedAt);
    if (earlierMonth === null || earlierMonth === month) continue;
    moved.set(earlierMonth, [...(moved.get(earlierMonth) ?? []), link]);
  }
  return moved;
}

function keyColumns(links: readonly Link[]) {
  return { domain: arrayText(links.map(({ domain }) => domain)), code: arrayText(links.map(({ code }) => code)) };
}

function payloadColumns(links: readonly Payload[]) {
  return {
    ...keyColumns(links),
    month: arrayText(links.map(({ month }) => month)),
    destination: arrayText(links.map(({ destination }) => destination)),
    tags: arrayText(links.map(({ tags }) => (tags.length === 0 ? null : JSON.stringify(tags)))),
    note: arrayText(links.map(({ note }) => note)),
  };
}
