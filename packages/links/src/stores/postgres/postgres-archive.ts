import {
  monthNumber,
  monthText,
  parseMonth,
  type Archive,
  type ArchiveOutcome,
  type ArchiveRequest,
} from "../../archive.ts";
import type { Ask } from "./ask.ts";
import type { Connection } from "./connection.ts";
import type { Pool } from "./pool.ts";
import { readStatement, type Statement } from "./sql.ts";
import { inTransaction } from "./transaction.ts";

const lockArchive = readStatement("lock-archive");
const ensureMonth = readStatement("ensure-archive-month");
const dropMonth = readStatement("drop-archive-month");
const selectMonths = readStatement("select-archive-months");
const archiveExpired = readStatement("archive-expired");

/** Puts `Archive` together. Whoever changes it has its lock; others are told so at once. */
export function createPostgresArchive(ask: Ask, changes: Pick<Pool, "use">): Archive {
  /** Undefined: another process has the lock. */
  const alone = <Result>(work: (connection: Connection) => Promise<Result>): Promise<Result | undefined> =>
    changes.use((connection) =>
      inTransaction(connection, async () => {
        const [row] = await connection.run(lockArchive);
        return row?.[0] === true ? work(connection) : undefined;
      }),
    );
  const callAlone = (statement: Statement, month: number) =>
    alone(async (connection) => ({ result: (await connection.run(statement, { month }))[0]?.[0] }));
  const months = async (): Promise<readonly number[]> => (await ask(selectMonths)).map(([month]) => Number(month));
  /** In a transaction of its own: the table's lock, which this takes, holds up whoever brings a link back. */
  const isThere = async (month: number): Promise<boolean> =>
    (await months()).includes(month) || (await callAlone(ensureMonth, month)) !== undefined;

  return {
    async archiveExpired(request) {
      const month = monthNumber(request.now);
      if (!(await isThere(month))) return { kind: "busy" };
      return (await alone((connection) => archiveSome(connection, request, month))) ?? { kind: "busy" };
    },
    months: async () => (await months()).map(monthText),
    dropMonth: async (month) => (await callAlone(dropMonth, parseMonth(month)))?.result === true,
  };
}

async function archiveSome(connection: Connection, request: ArchiveRequest, month: number): Promise<ArchiveOutcome> {
  const [row] = await connection.run(archiveExpired, { ...request, month });
  const last = row?.[1] ?? null;
  return { kind: "archived", count: Number(row?.[0]), last: last === null ? null : Number(last) };
}
