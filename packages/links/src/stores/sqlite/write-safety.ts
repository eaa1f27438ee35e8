import type { DatabaseSync } from "node:sqlite";
import { readSql } from "./sql.ts";
import type { WriteHandlers } from "./write-command.ts";

type SafetyWrites =
  | "takeWalk"
  | "saveWalk"
  | "releaseWalk"
  | "keepFinding"
  | "addReport"
  | "removeReport"
  | "removeReportsOf";

/** Makes the handlers of the check of links and of reports. */
export function prepareSafetyWrites(database: DatabaseSync): Pick<WriteHandlers, SafetyWrites> {
  const takeWalk = database.prepare(readSql("take-walk"));
  const saveWalk = database.prepare(readSql("save-walk"));
  const releaseWalk = database.prepare(readSql("release-walk"));
  const insertFinding = database.prepare(readSql("insert-finding"));
  const insertReport = database.prepare(readSql("insert-report"));
  const deleteReport = database.prepare(readSql("delete-report"));
  const deleteReportsOf = database.prepare(readSql("delete-reports-of-link"));
  return {
    takeWalk: ({ holder, ttlMs, now }) => takeWalk.get({ holder, ttlMs, now })?.["state"] as string | undefined,
    saveWalk: ({ holder, ttlMs, now, state }) => saveWalk.run({ holder, ttlMs, now, state }).changes === 1,
    releaseWalk({ holder }) {
      releaseWalk.run(holder);
      return null;
    },
    keepFinding({ key: { domain, code }, digest, now }) {
      insertFinding.run(domain, code, digest, now);
      return null;
    },
    addReport({ report: { domain, code, category, text, reportedAt }, limits: { total, perLink } }) {
      return insertReport.run({ domain, code, category, text, reportedAt, total, perLink }).changes === 1;
    },
    removeReport: ({ id }) => deleteReport.run(id).changes === 1,
    removeReportsOf: ({ key: { domain, code } }) => Number(deleteReportsOf.run(domain, code).changes),
  };
}
