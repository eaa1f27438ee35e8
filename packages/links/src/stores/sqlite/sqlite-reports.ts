import type { Report, ReportStore } from "../../safety/report-store.ts";
import { readNow } from "./read-now.ts";
import { reportFromRow } from "./report-row.ts";
import { readSql } from "./sql.ts";
import type { SqliteParts } from "./sqlite-links.ts";

/** Puts `ReportStore` together. */
export function createSqliteReports({ database, writes, reads }: SqliteParts): ReportStore {
  const selectReport = database.prepare(readSql("select-report"));
  const countReports = database.prepare(readSql("count-reports"));
  return {
    add: (report, limits) => writes.run("addReport", { report, limits }),
    async find(id) {
      const row = readNow(() => selectReport.get(id));
      return row === undefined ? undefined : reportFromRow(row);
    },
    list: (query) => reads.ask({ name: "reports", query }) as Promise<readonly Report[]>,
    remove: (id) => writes.run("removeReport", { id }),
    removeOf: (key) => writes.run("removeReportsOf", { key }),
    count: async () => Number(readNow(() => countReports.get())?.["open"]),
  };
}
