import type { SQLOutputValue } from "node:sqlite";
import type { Report, ReportCategory } from "../../safety/report-store.ts";

export function reportFromRow(row: Readonly<Record<string, SQLOutputValue>>): Report {
  return {
    id: Number(row["id"]),
    domain: row["domain"] as string,
    code: row["code"] as string,
    category: row["category"] as ReportCategory,
    text: row["text"] as string | null,
    reportedAt: Number(row["reported_at"]),
  };
}
