import type { DatabaseSync } from "node:sqlite";
import { deleteLink, editLink, quarantineLink } from "../../change-link.ts";
import type { ChangeOutcome, LinkStore } from "../../link-store.ts";
import type { Link, LinkKey } from "../../link.ts";
import { storedDigest } from "../../settings-digest.ts";
import { prepareArchiveMonths, withPayload } from "./archive-months.ts";
import { linkFromRow, mutableParameters } from "./link-row.ts";
import { readSql } from "./sql.ts";

type ChangeHandlers = {
  readonly [Name in keyof Pick<LinkStore, "edit" | "delete" | "quarantine">]: (
    command: Parameters<LinkStore[Name]>[0],
  ) => ChangeOutcome;
};

/** Makes the handlers that change a link; they run inside the writer's transaction, so what a guard saw still holds. */
export function prepareChanges(database: DatabaseSync): ChangeHandlers {
  const select = database.prepare(readSql("select-link"));
  const update = database.prepare(readSql("update-link"));
  const months = prepareArchiveMonths(database);

  const change = ({ domain, code }: LinkKey, judge: (link: Link | undefined) => ChangeOutcome): ChangeOutcome => {
    const row = select.get(domain, code);
    const month = (row?.["archive_month"] ?? null) as number | null;
    const link = row === undefined ? undefined : withPayload(linkFromRow(row), month, months);
    const outcome = judge(link);
    if (outcome.kind === "changed" && outcome.link.version !== link?.version) {
      update.run(mutableParameters(outcome.link, storedDigest(outcome.link)));
      if (month !== null && months.has(month)) months.prepare("archive-remove", month).run(domain, code);
    }
    return outcome;
  };

  return {
    edit: (command) => change(command.key, (link) => editLink(link, command)),
    delete: (command) => change(command.key, (link) => deleteLink(link, command)),
    quarantine: (command) => change(command.key, (link) => quarantineLink(link, command)),
  };
}
