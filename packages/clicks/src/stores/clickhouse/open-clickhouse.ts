import { endOfLog, type ClickCounts, type ClickStore } from "../../click-store.ts";
import { Connection } from "./connection.ts";
import { readDeadLetters } from "./dead-letters.ts";
import { forget } from "./forget.ts";
import { migrate } from "./migrate.ts";
import { readPartitions } from "./partitions.ts";
import { readPosition } from "./ranges.ts";
import { rebuild } from "./rebuild.ts";
import { createReports } from "./reports.ts";
import { readStatement } from "./statement.ts";
import { storeBatch } from "./store-batch.ts";
import { ValueRoom } from "./value-room.ts";

export type ClickHouseOptions = {
  /** Of the HTTP interface, such as `http://user:password@127.0.0.1:8123`. */
  readonly url: string;
  /** Is made where it is not there. Default: `narrows`. */
  readonly database?: string;
  /** Of each question of a report. Default: 10,000. */
  readonly readDeadlineMs?: number;
  /** Of each step of storing a batch. Default: 60,000. */
  readonly writeDeadlineMs?: number;
  /** Of each step of a rebuild; should its process die, nothing is stored for twice as long. Default: 600,000. */
  readonly upkeepDeadlineMs?: number;
  /** Milliseconds since 1970. Default: the machine's clock. */
  readonly now?: () => number;
};

const complete = readStatement("complete");
const letGo = readStatement("let-go");
const createDatabase = readStatement("create-database");

/**
 * Opens the click store in one ClickHouse server, and makes or migrates its tables.
 *
 * @throws {ClickError} `STORE_UNAVAILABLE`, `STORE_NEWER`
 */
export async function openClickHouseClicks(options: ClickHouseOptions): Promise<ClickStore & ClickCounts> {
  const { url, database = "narrows", now = Date.now } = options;
  const { readDeadlineMs = 10_000, writeDeadlineMs = 60_000, upkeepDeadlineMs = 600_000 } = options;
  const deadlines = { readDeadlineMs, writeDeadlineMs, upkeepDeadlineMs };
  await makeDatabase(new Connection({ url, database: undefined, ...deadlines }), database);
  const connection = new Connection({ url, database, ...deadlines });
  try {
    await migrate(connection);
  } catch (error) {
    await connection.close();
    throw error;
  }
  const room = new ValueRoom({ now });
  return {
    ...createReports(connection),
    position: (partition) => readPosition(connection, partition),
    store: (batch) => storeBatch(connection, batch, room),
    complete: (partition, at) => connection.write(complete, { partition, at, ended: endOfLog }),
    letGo: (partition) => connection.write(letGo, { partition }),
    partitions: () => readPartitions(connection),
    forget: (before) => forget(connection, before),
    rebuild: (span) => rebuild(connection, span),
    deadLetters: (limit) => readDeadLetters(connection, limit),
    close: () => connection.close(),
  };
}

async function makeDatabase(connection: Connection, database: string): Promise<void> {
  try {
    await connection.write(createDatabase, { database });
  } finally {
    await connection.close();
  }
}
