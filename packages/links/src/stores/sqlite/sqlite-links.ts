import type { DatabaseSync } from "node:sqlite";
import type { LinkPage, LinkStore } from "../../link-store.ts";
import { NumberBlock } from "../../number-block.ts";
import { prepareArchiveMonths } from "./archive-months.ts";
import { prepareChangeLog } from "./change-log.ts";
import { findLink } from "./find-link.ts";
import type { GroupCommit } from "./group-commit.ts";
import { targetFromRow } from "./link-row.ts";
import { readNow } from "./read-now.ts";
import type { ReadQueue } from "./read-queue.ts";
import { readSql } from "./sql.ts";

/** A crash skips up to so many numbers of the `sequence` strategy; one commit serves as many links. */
const numbersPerBlock = 64;

export type SqliteParts = {
  /** The main thread's own connection, for point reads. */
  readonly database: DatabaseSync;
  readonly writes: GroupCommit;
  readonly reads: ReadQueue;
};

/** Puts `LinkStore` together: point reads here and now, lists by the reader thread, changes by the writer thread. */
export function createSqliteLinks({ database, writes, reads }: SqliteParts): LinkStore {
  const selectTarget = database.prepare(readSql("select-target"));
  selectTarget.setReturnArrays(true);
  const selectLink = database.prepare(readSql("select-link"));
  const selectClicksLeft = database.prepare(readSql("select-clicks-left"));
  const selectIdempotency = database.prepare(readSql("select-idempotency"));
  const months = prepareArchiveMonths(database);
  const changes = prepareChangeLog(database);
  const numbers = new NumberBlock(numbersPerBlock, (count) => writes.run("reserveNumbers", { count }));

  return {
    findTarget({ domain, code }) {
      // With setReturnArrays a row is an array, which the declared type does not say.
      const row = readNow(() => selectTarget.get(domain, code)) as readonly never[] | undefined;
      return row === undefined ? undefined : targetFromRow(row);
    },
    async find(key) {
      return readNow(() => findLink(selectLink, months, key));
    },
    async findIdempotent(requester, key, now) {
      const row = readNow(() => selectIdempotency.get(requester, key, now));
      if (row === undefined) return undefined;
      return {
        fingerprint: row["fingerprint"] as Uint8Array,
        responseBody: row["response_body"] as string,
        isReuse: row["is_reuse"] === 1,
      };
    },
    create: (command) => writes.run("create", command),
    keepAnswer: (record, key, now) => writes.run("keepAnswer", { record, key, now }),
    edit: (command) => writes.run("edit", command),
    delete: (command) => writes.run("delete", command),
    quarantine: (command) => writes.run("quarantine", command),
    spendClick: (request) => writes.run("spendClick", request),
    hasClicksLeft({ domain, code }) {
      const row = readNow(() => selectClicksLeft.get(domain, code));
      return row === undefined || row["has_clicks_left"] === 1;
    },
    list: (query) => reads.ask({ name: "list", query }) as Promise<LinkPage>,
    nextNumber: () => numbers.take(),
    ...changes,
    purgeChanges: (keep, limit) => writes.run("purgeChanges", { keep, limit }),
    purgeIdempotency: (now, limit) => writes.run("purgeIdempotency", { now, limit }),
    async ping() {
      readNow(() => selectTarget.get("", ""));
      await writes.run("ping", null);
    },
  };
}
