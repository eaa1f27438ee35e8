import type { LinkStore, LoggedChange } from "../../link-store.ts";
import type { Ask } from "./ask.ts";
import type { Row } from "./connection.ts";
import type { KnownChanges } from "./known-changes.ts";
import { readStatement } from "./sql.ts";

const selectChanges = readStatement("select-changes");
const selectLastChange = readStatement("select-last-change");

/** Reads the log of changes at the primary. */
export function createChangeLog(ask: Ask, known: KnownChanges): Pick<LinkStore, "lastChange" | "changesAfter"> {
  return {
    async lastChange() {
      const heard = known.listen();
      const [row] = await ask(selectLastChange);
      const last = Number(row?.[0]);
      heard(last);
      return last;
    },
    async changesAfter(position, limit) {
      // One statement, so one snapshot: the newest position belongs to the changes.
      const heard = known.listen();
      const rows = await ask(selectChanges, { position, limit });
      const last = Number(rows[0]?.[0]);
      heard(last);
      // A position that this database never reached is that of another one, which a restore took away.
      if (position > last) return { changes: [], position: last, isComplete: false };
      const found = rows.filter(([, id]) => id !== null);
      const first = found[0] === undefined ? last + 1 : Number(found[0][1]);
      return {
        changes: found.map(changeFromRow),
        position: Number(found.at(-1)?.[1] ?? last),
        isComplete: first === position + 1,
      };
    },
  };
}

function changeFromRow([, , domain, code, version, changedAt]: Row): LoggedChange {
  return { domain: domain as string, code: code as string, version: Number(version), changedAt: Number(changedAt) };
}
