import type { DatabaseSync, SQLOutputValue } from "node:sqlite";
import type { LinkStore, LoggedChange } from "../../link-store.ts";
import { readNow } from "./read-now.ts";
import { readSql } from "./sql.ts";

/** Reads the log of changes on this thread: a look at its end costs a few microseconds. */
export function prepareChangeLog(database: DatabaseSync): Pick<LinkStore, "lastChange" | "changesAfter"> {
  const selectChanges = database.prepare(readSql("select-changes"));
  const selectLast = database.prepare(readSql("select-last-change"));
  const lastChange = (): number => readNow(() => Number(selectLast.get()?.["id"]));
  return {
    async lastChange() {
      return lastChange();
    },
    async changesAfter(position, limit) {
      // Before the changes, not after: what is committed in between is in them and no gap.
      const last = lastChange();
      // A position that this file never reached is that of another one, which a restore took away.
      if (position > last) return { changes: [], position: last, isComplete: false };
      const rows = readNow(() => selectChanges.all(position, limit));
      const first = rows[0] === undefined ? last + 1 : Number(rows[0]["id"]);
      return {
        changes: rows.map(changeFromRow),
        position: Number(rows.at(-1)?.["id"] ?? last),
        isComplete: first === position + 1,
      };
    },
  };
}

function changeFromRow(row: Readonly<Record<string, SQLOutputValue>>): LoggedChange {
  return {
    domain: row["domain"] as string,
    code: row["code"] as string,
    version: Number(row["version"]),
    changedAt: Number(row["changed_at"]),
  };
}
