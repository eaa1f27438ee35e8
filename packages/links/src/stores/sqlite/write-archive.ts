import type { DatabaseSync } from "node:sqlite";
import { monthNumber, type ArchiveOutcome } from "../../archive.ts";
import { prepareArchiveMonths } from "./archive-months.ts";
import { readSql } from "./sql.ts";
import type { WriteHandlers } from "./write-command.ts";

/** Makes the handlers of the archive; each is whole or undone, see `Writer`. */
export function prepareArchiveWrites(
  database: DatabaseSync,
): Pick<WriteHandlers, "archiveExpired" | "dropArchiveMonth"> {
  const months = prepareArchiveMonths(database);
  const selectDue = database.prepare(readSql("select-due"));
  const archiveLink = database.prepare(readSql("archive-link"));
  return {
    archiveExpired({ after, before, now, limit }): ArchiveOutcome {
      const due = selectDue.all({ after, before, limit });
      if (due.length === 0) return { kind: "archived", count: 0, last: null };
      const month = monthNumber(now);
      months.prepare("archive-create-month", month).run();
      const keep = months.prepare("archive-keep", month);
      for (const { place } of due) {
        keep.run(Number(place));
        archiveLink.run({ now, month, place: Number(place) });
      }
      return { kind: "archived", count: due.length, last: Number(due.at(-1)?.["expires_at"]) };
    },
    dropArchiveMonth({ month }) {
      if (!months.has(month)) return false;
      months.prepare("archive-drop-month", month).run();
      return true;
    },
  };
}
