import type { DatabaseSync } from "node:sqlite";
import { insertKeyParameters } from "./key-row.ts";
import { readSql } from "./sql.ts";
import type { WriteHandlers } from "./write-command.ts";

/** Makes the handlers that change API keys. */
export function prepareKeyWrites(database: DatabaseSync): Pick<WriteHandlers, "createKey" | "revokeKey"> {
  const insert = database.prepare(readSql("insert-key"));
  const revoke = database.prepare(readSql("revoke-key"));
  return {
    createKey({ key, secretHash }) {
      insert.run(insertKeyParameters(key, secretHash));
      return null;
    },
    revokeKey: ({ id, now }) => revoke.run(now, id).changes === 1,
  };
}
