import { monthText, parseMonth, type Archive } from "../../archive.ts";
import { prepareArchiveMonths } from "./archive-months.ts";
import { readNow } from "./read-now.ts";
import type { SqliteParts } from "./sqlite-links.ts";

/** Puts `Archive` together; there is one writer, so nobody is ever in the way. */
export function createSqliteArchive({ database, writes }: Pick<SqliteParts, "database" | "writes">): Archive {
  const months = prepareArchiveMonths(database);
  return {
    archiveExpired: (request) => writes.run("archiveExpired", request),
    months: async () => readNow(() => months.list()).map(monthText),
    dropMonth: async (month) => writes.run("dropArchiveMonth", { month: parseMonth(month) }),
  };
}
