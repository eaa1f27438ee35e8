import type { DatabaseSync } from "node:sqlite";
import { readSql } from "./sql.ts";
import { prepareKeepAnswer } from "./write-answers.ts";
import { prepareArchiveWrites } from "./write-archive.ts";
import { prepareSpend } from "./write-budget.ts";
import { prepareChanges } from "./write-change.ts";
import type { WriteHandlers } from "./write-command.ts";
import { prepareCreate } from "./write-create.ts";
import { prepareKeyWrites } from "./write-keys.ts";
import { prepareLeaseWrites } from "./write-leases.ts";
import { prepareSafetyWrites } from "./write-safety.ts";

/** Prepares every statement of the writer once. */
export function prepareWrites(database: DatabaseSync): WriteHandlers {
  const reserve = database.prepare(readSql("reserve-numbers"));
  const purge = database.prepare(readSql("purge-idempotency"));
  const purgeChanges = database.prepare(readSql("purge-changes"));
  const ping = database.prepare(readSql("write-ping"));
  return {
    create: prepareCreate(database),
    keepAnswer: prepareKeepAnswer(database),
    ...prepareChanges(database),
    spendClick: prepareSpend(database),
    ...prepareArchiveWrites(database),
    ...prepareKeyWrites(database),
    ...prepareLeaseWrites(database),
    ...prepareSafetyWrites(database),
    reserveNumbers: ({ count }) => Number(reserve.get(count)?.["value"]),
    purgeIdempotency: ({ now, limit }) => Number(purge.run(now, limit).changes),
    purgeChanges: ({ keep, limit }) => Number(purgeChanges.run(keep, limit).changes),
    ping() {
      ping.run();
      return null;
    },
  };
}
