import type { DatabaseSync } from "node:sqlite";
import type { IdempotencyRecord, LinkStore, RepeatOutcome } from "../../link-store.ts";
import type { LinkKey } from "../../link.ts";
import { readSql } from "./sql.ts";

/** The answers kept under Idempotency-Keys, inside the writer's transaction. */
export type Answers = {
  /** What stands under the record's key at `now`; undefined when the key is free. */
  readonly find: (record: IdempotencyRecord, now: number) => RepeatOutcome | undefined;
  readonly insert: (record: IdempotencyRecord, key: LinkKey | null) => void;
};

export function prepareAnswers(database: DatabaseSync): Answers {
  const select = database.prepare(readSql("select-idempotency"));
  const insert = database.prepare(readSql("insert-idempotency"));
  return {
    find(record, now) {
      const row = select.get(record.requester, record.key, now);
      if (row === undefined) return undefined;
      const isSame = Buffer.compare(row["fingerprint"] as Uint8Array, record.fingerprint) === 0;
      if (!isSame) return { kind: "idempotency-conflict" };
      return { kind: "replayed", responseBody: row["response_body"] as string, isReuse: row["is_reuse"] === 1 };
    },
    insert({ isReuse, ...record }, key) {
      // No link has the empty code.
      const { domain, code } = key ?? { domain: "", code: "" };
      insert.run({ ...record, domain, code, isReuse: isReuse ? 1 : 0 });
    },
  };
}

/** Makes the handler of `keepAnswer`. */
export function prepareKeepAnswer(
  database: DatabaseSync,
): (argument: {
  readonly record: IdempotencyRecord;
  readonly key: LinkKey | null;
  readonly now: number;
}) => Awaited<ReturnType<LinkStore["keepAnswer"]>> {
  const answers = prepareAnswers(database);
  return ({ record, key, now }) => {
    const earlier = answers.find(record, now);
    if (earlier !== undefined) return earlier;
    answers.insert(record, key);
    return { kind: "kept" };
  };
}
