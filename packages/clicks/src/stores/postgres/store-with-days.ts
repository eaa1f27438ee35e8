import type { ClickBatch } from "../../click-store.ts";
import type { Connection } from "../../postgres/connection.ts";
import type { ClickDays } from "./click-days.ts";
import { storeBatch } from "./store-batch.ts";

/** Stores a batch after the days of its clicks have been made. */
export async function storeWithDays(connection: Connection, batch: ClickBatch, days: ClickDays): Promise<void> {
  try {
    await days.ensure(connection, batch.clicks);
    await storeBatch(connection, batch);
  } catch (error) {
    if (!isDayMissing(error)) throw error;
    // Another process has forgotten it.
    days.doubt();
    await days.ensure(connection, batch.clicks);
    await storeBatch(connection, batch);
  }
}

/** SQLSTATE check_violation: no partition of the table of clicks is for this row. */
function isDayMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "23514";
}
