import type { Connection } from "./connection.ts";
import { fieldsOf, strange, textOf } from "./link-answer.ts";

/** A report as the service shows it. */
export type ReportAnswer = {
  readonly id: string;
  readonly shortCode: string;
  readonly domain: string;
  readonly category: string;
  readonly text: string | undefined;
  readonly reportedAt: string | undefined;
};

/** One page of reports; `json` is the whole of it. */
export type ReportsAnswer = {
  readonly json: unknown;
  readonly reports: readonly ReportAnswer[];
  readonly cursor: string | undefined;
};

/** How many reports were settled at once. */
export type SettledAnswer = { readonly json: unknown; readonly settled: number };

/** @throws {CliError} `SERVER_STRANGE` */
export function parseReports(body: unknown, connection: Connection): ReportsAnswer {
  const { reports, cursor } = fieldsOf(body);
  if (!Array.isArray(reports)) throw strange(connection);
  return { json: body, reports: reports.map((report) => parseReport(report, connection)), cursor: textOf(cursor) };
}

function parseReport(body: unknown, connection: Connection): ReportAnswer {
  const report = fieldsOf(body);
  const [id, shortCode] = [textOf(report["id"]), textOf(report["shortCode"])];
  if (id === undefined || shortCode === undefined) throw strange(connection);
  return {
    id,
    shortCode,
    domain: textOf(report["domain"]) ?? "",
    category: textOf(report["category"]) ?? "",
    text: textOf(report["text"]),
    reportedAt: textOf(report["reportedAt"]),
  };
}

/** @throws {CliError} `SERVER_STRANGE` */
export function parseSettled(body: unknown, connection: Connection): SettledAnswer {
  const { settled } = fieldsOf(body);
  if (typeof settled !== "number") throw strange(connection);
  return { json: body, settled };
}
