import type { DatabaseSync } from "node:sqlite";
import type { CreateCommand, CreateOutcome } from "../../link-store.ts";
import type { Link } from "../../link.ts";
import { insertParameters, linkFromRow } from "./link-row.ts";
import { readSql } from "./sql.ts";
import { prepareAnswers } from "./write-answers.ts";

/** Makes the handler of `create`; it runs inside the writer's transaction. */
export function prepareCreate(database: DatabaseSync): (command: CreateCommand) => CreateOutcome {
  const answers = prepareAnswers(database);
  const findReusable = prepareFindReusable(database);
  const insertOwner = database.prepare(readSql("insert-owner"));
  const insertLink = database.prepare(readSql("insert-link"));

  return (command) => {
    const { link, idempotency, settingsDigest, now } = command;
    const earlier = idempotency === null ? undefined : answers.find(idempotency, now);
    if (earlier !== undefined) return earlier;
    const reusable = findReusable(command);
    if (reusable !== undefined) return { kind: "reused", link: reusable };
    if (link.ownerId !== null) insertOwner.run(link.ownerId);
    const values = Object.values(insertParameters(link, settingsDigest));
    if (insertLink.run(...values).changes === 0) return { kind: "code-taken" };
    if (idempotency !== null) answers.insert(idempotency, link);
    return { kind: "created" };
  };
}

function prepareFindReusable(database: DatabaseSync) {
  const selectKey = database.prepare(readSql("select-reusable"));
  const selectLink = database.prepare(readSql("select-link"));
  return ({ link, reuse, settingsDigest, now }: CreateCommand): Link | undefined => {
    if (!reuse || link.ownerId === null || settingsDigest === null) return undefined;
    const key = selectKey.get({ owner: link.ownerId, settingsDigest, now });
    const row = key === undefined ? undefined : selectLink.get(key["domain"] as string, key["code"] as string);
    return row === undefined ? undefined : linkFromRow(row);
  };
}
