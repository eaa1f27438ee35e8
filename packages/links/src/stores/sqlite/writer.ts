import type { DatabaseSync } from "node:sqlite";
import { isRefusal } from "./sqlite-error.ts";
import { retryWhileLockedSync } from "./wait-for-lock.ts";
import type { BatchAnswer, Refusal, WriteCommand, WriteHandlers, WriteName, Writes } from "./write-command.ts";
import { prepareWrites } from "./write-handlers.ts";

/** Carries out many commands in one transaction: one fsync for all of them. */
export interface Writer {
  /**
   * Returns after the commit; when it throws, nothing of the batch was stored.
   *
   * A command whose values break a rule of the schema is refused alone. Any other failure (disk full, locked, read or
   * write error) fails the batch, for after it SQLite may have rolled back whatever it chose to.
   */
  run(commands: readonly WriteCommand[]): BatchAnswer;
}

/** @param lockTimeoutMs How long to wait for another process that writes. */
export function createWriter(database: DatabaseSync, lockTimeoutMs: number): Writer {
  const handlers = prepareWrites(database);
  const begin = database.prepare("BEGIN IMMEDIATE");
  const commit = database.prepare("COMMIT");

  return {
    run(commands) {
      retryWhileLockedSync(lockTimeoutMs, () => begin.run());
      try {
        const refusals: Refusal[] = [];
        const results = commands.map((command, index) => runOne(database, handlers, command, { index, refusals }));
        const startedAt = performance.now();
        commit.run();
        return { results, refusals, commitMs: performance.now() - startedAt };
      } catch (error) {
        if (database.isTransaction) database.exec("ROLLBACK");
        throw error;
      }
    },
  };
}

function runOne(
  database: DatabaseSync,
  handlers: WriteHandlers,
  command: WriteCommand,
  at: { readonly index: number; readonly refusals: Refusal[] },
): unknown {
  // A command of one statement needs no savepoint, for SQLite undoes a failed statement by itself.
  const isCompound =
    command.name === "archiveExpired" || (command.name === "create" && command.argument.idempotency !== null);
  try {
    if (isCompound) database.exec("SAVEPOINT command");
    const result = dispatch(handlers, command);
    if (isCompound) database.exec("RELEASE command");
    return result;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    if (isCompound) database.exec("ROLLBACK TO command; RELEASE command");
    at.refusals.push({ index: at.index, reason: String(error instanceof Error ? error.message : error) });
    return undefined;
  }
}

function dispatch<Name extends WriteName>(
  handlers: WriteHandlers,
  command: WriteCommand<Name>,
): Writes[Name]["result"] {
  return handlers[command.name](command.argument);
}
