import type { Report, ReportCategory, ReportStore } from "../../safety/report-store.ts";
import type { Ask } from "./ask.ts";
import type { Row } from "./connection.ts";
import { readStatement } from "./sql.ts";

const insertReport = readStatement("insert-report");
const selectReport = readStatement("select-report");
const listReports = readStatement("list-reports");
const countReports = readStatement("count-reports");
const deleteReport = readStatement("delete-report");
const deleteReportsOf = readStatement("delete-reports-of-link");

/** Puts `ReportStore` together. */
export function createPostgresReports(ask: Ask, tell: Ask): ReportStore {
  return {
    async add({ domain, code, category, text, reportedAt }, { total, perLink }) {
      const { count } = await tell(insertReport, { domain, code, category, text, reportedAt, total, perLink });
      return count === 1;
    },
    async find(id) {
      const [row] = await ask(selectReport, { id });
      return row === undefined ? undefined : reportFromRow(row);
    },
    async list({ domain = null, after, limit }) {
      return (await ask(listReports, { domain, after, limit })).map(reportFromRow);
    },
    remove: async (id) => (await tell(deleteReport, { id })).count === 1,
    removeOf: async ({ domain, code }) => (await tell(deleteReportsOf, { domain, code })).count,
    count: async () => Number((await ask(countReports))[0]?.[0]),
  };
}

function reportFromRow([id, domain, code, category, text, reportedAt]: Row): Report {
  return {
    id: Number(id),
    domain: domain as string,
    code: code as string,
    category: category as ReportCategory,
    text: text as string | null,
    reportedAt: Number(reportedAt),
  };
}
