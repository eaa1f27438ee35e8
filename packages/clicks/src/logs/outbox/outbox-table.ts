import type { Backlog } from "../../click-log.ts";
import type { Connection } from "../../postgres/connection.ts";
import { arrayText, readStatement } from "../../postgres/statement.ts";
import type { OutboxRow } from "./outbox-row.ts";

const insertRows = readStatement(import.meta.url, "append");
const selectBacklog = readStatement(import.meta.url, "backlog");

/** Tables are small or read by an index, whatever the planner knows of a partition that was emptied a moment ago. */
export const outboxSettings = { enable_seqscan: "off", enable_bitmapscan: "off" };

/** In JSON every control character is escaped. */
const rowSeparator = "\u001E";

/** One statement, and so one transaction. */
export async function appendRows(connection: Connection, rows: readonly OutboxRow[]): Promise<void> {
  await connection.run(insertRows, {
    records: arrayText(rows.map((row) => row.records)),
    oldestAt: arrayText(rows.map((row) => row.oldestAt)),
    bodies: rows.map((row) => row.body).join(rowSeparator),
  });
}

export async function readBacklog(connection: Connection): Promise<Backlog> {
  const [row] = await connection.run(selectBacklog);
  const oldestAt = row?.[1] ?? undefined;
  return { records: Number(row?.[0]), oldestAt: oldestAt === undefined ? undefined : Number(oldestAt) };
}
