import type { DatabaseSync } from "node:sqlite";
import type { LinkStore } from "../../link-store.ts";
import { readNow } from "./read-now.ts";
import { readSql } from "./sql.ts";

/** Reads the log of changes on this thread: a look at its end costs a few microseconds. */
export function prepareChangeLog(database: DatabaseSync): Pick<LinkStore, "lastChange" | "changesAfter"> {
  const selectChanges = database.prepare(readSql("select-changes"));
  const selectLast = database.prepare(readSql("select-last-change"));
  return {
    async lastChange() {
      return readNow(() => Number(selectLast.get()?.["id"]));
    },
    async changesAfter(position, limit) {
      const rows = readNow(() => selectChanges.all(position, limit));
      const first = rows[0] === undefined ? position + 1 : Number(rows[0]["id"]);
      return {
        keys: rows.map((row) => ({ domain: row["domain"] as string, code: row["code"] as string })),
        position: Number(rows.at(-1)?.["id"] ?? position),
        isComplete: first === position + 1,
      };
    },
  };
}
