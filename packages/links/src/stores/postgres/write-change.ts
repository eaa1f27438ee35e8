import { deleteLink, editLink, quarantineLink } from "../../change-link.ts";
import type { ChangeOutcome, LinkStore } from "../../link-store.ts";
import type { Link, LinkKey } from "../../link.ts";
import { removePayload, wholeLink } from "./archived-payload.ts";
import type { Ask } from "./ask.ts";
import type { ChangeQueue } from "./change-queue.ts";
import type { Connection } from "./connection.ts";
import type { KnownChanges } from "./known-changes.ts";
import { mutableParameters } from "./link-row.ts";
import type { Pool } from "./pool.ts";
import { readStatement } from "./sql.ts";
import { inTransaction } from "./transaction.ts";

const selectForUpdate = readStatement("select-link-for-update");
const updateLink = readStatement("update-link");

/** Changes of one link, each in a transaction of its own that holds the link's row from the look to the commit. */
export function createChanges(
  pool: Pool,
  queue: ChangeQueue,
  known: KnownChanges,
): Pick<LinkStore, "edit" | "delete" | "quarantine"> {
  const change = async (key: LinkKey, judge: (link: Link | undefined) => ChangeOutcome): Promise<ChangeOutcome> => {
    try {
      return await queue.run(key, () =>
        pool.use((connection) => inTransaction(connection, () => changeRow(connection, key, judge))),
      );
    } finally {
      // Also when nobody knows whether it was made.
      known.changed(key);
    }
  };
  return {
    edit: (command) => change(command.key, (link) => editLink(link, command)),
    delete: (command) => change(command.key, (link) => deleteLink(link, command)),
    quarantine: (command) => change(command.key, (link) => quarantineLink(link, command)),
  };
}

/** The row of the log of changes follows by trigger, at the commit. */
async function changeRow(
  connection: Connection,
  { domain, code }: LinkKey,
  judge: (link: Link | undefined) => ChangeOutcome,
): Promise<ChangeOutcome> {
  const ask: Ask = (statement, parameters) => connection.run(statement, parameters);
  const [row] = await ask(selectForUpdate, { domain, code });
  if (row === undefined) return judge(undefined);
  const link = await wholeLink(row, ask);
  const outcome = judge(link);
  if (outcome.kind === "changed" && outcome.link.version !== link.version) {
    await ask(updateLink, mutableParameters(outcome.link));
    await removePayload(row, ask);
  }
  return outcome;
}
