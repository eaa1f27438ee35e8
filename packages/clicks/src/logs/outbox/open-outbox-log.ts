import { ClickError } from "../../click-error.ts";
import type { ClickLog } from "../../click-log.ts";
import { Pool } from "../../postgres/pool.ts";
import { openNodeSpool } from "./node-spool.ts";
import { createOutboxKeeper, type OutboxKeeper } from "./outbox-keeper.ts";
import type { OutboxLogOptions, OutboxStats, Pressure } from "./outbox-options.ts";
import { outboxRows, type OutboxRow } from "./outbox-row.ts";
import { createOutboxSwitch, type OutboxSwitch } from "./outbox-switch.ts";
import { appendRows, outboxSettings } from "./outbox-table.ts";
import { pressureOf } from "./pressure.ts";
import type { Spool } from "./spool.ts";

/** A click log in PostgreSQL. What it took over is on a disk: of PostgreSQL, or of this machine. */
export interface OutboxLog extends ClickLog {
  /** What the server has creates do, so that the backlog shrinks. Plain numbers in memory: may be asked each time. */
  pressure(): Pressure;
  stats(): OutboxStats;
}

const defaults = {
  appendMs: 150,
  maxRecords: 1_000_000,
  maxSpoolBytes: 1_073_741_824,
  lookMs: 500,
  keepMs: 10_000,
  adoptMs: 10_000,
  closeMs: 250,
} as const;

/**
 * Opens the log, also while PostgreSQL is away: clicks go into the spool then, and into the outbox later. What an append
 * could not say for certain, as at its deadline, goes into the spool too: the outbox may hold a click twice, with one id.
 *
 * @throws {Error} when the folder of the spool cannot be made, read or locked
 */
export async function openOutboxLog(given: OutboxLogOptions): Promise<OutboxLog> {
  const options = { ...defaults, ...given };
  const { connect, maxRecords, maxSpoolBytes, appendMs, lookMs, keepMs } = options;
  const spool = await openNodeSpool({
    folder: options.spoolFolder,
    maxBytes: maxSpoolBytes,
    adoptMs: options.adoptMs,
    monotonicMs: () => performance.now(),
    onFault: (error) => options.onFault?.(error),
  });
  const appends = new Pool({ connect, size: 1, deadlineMs: appendMs, settings: outboxSettings });
  const pool = new Pool({ connect, size: 1, deadlineMs: keepMs, settings: outboxSettings });
  const target = createOutboxSwitch(options.onState);
  const keeper = createOutboxKeeper({ connect, pool, spool, maxRecords, lookMs, keepMs, target });
  const counts = { outbox: 0, spool: 0, refused: 0 };
  let closing: Promise<unknown> | undefined;
  const end = async () => {
    await keeper.stop(options.closeMs);
    await Promise.all([appends.close(), pool.close(), spool.close()]);
  };
  await keeper.start();
  return {
    async append(clicks) {
      if (closing !== undefined) throw new ClickError("LOG_UNAVAILABLE", "It was closed.");
      const rows = outboxRows(clicks);
      if (rows.length === 0) return;
      try {
        counts[await appendSomewhere(rows, { appends, spool, target, keeper, maxRecords })] += clicks.length;
      } catch (error) {
        counts.refused += clicks.length;
        throw new ClickError("LOG_UNAVAILABLE", `Neither outbox nor spool: ${reasonOf(error)}`, { cause: error });
      }
    },
    pressure: () => pressureOf([keeper.records / maxRecords, spool.stats().bytes / maxSpoolBytes]),
    stats: () => ({ target: target.state.kind, ...statsOf(counts, keeper, spool) }),
    async close() {
      closing ??= end();
      await closing;
    },
  };
}

type Ways = {
  readonly appends: Pool;
  readonly spool: Spool;
  readonly target: OutboxSwitch;
  readonly keeper: OutboxKeeper;
  readonly maxRecords: number;
};

async function appendSomewhere(rows: readonly OutboxRow[], ways: Ways): Promise<"outbox" | "spool"> {
  if (await isInOutbox(rows, ways)) return "outbox";
  // Without a deadline: after one, nobody would know whether to count these as dropped.
  await ways.spool.append(rows);
  return "spool";
}

async function isInOutbox(rows: readonly OutboxRow[], { appends, target, keeper, maxRecords }: Ways): Promise<boolean> {
  if (target.state.kind === "spool") return false;
  if (keeper.records >= maxRecords) {
    target.toSpool("The outbox is over its budget.");
    return false;
  }
  try {
    await appends.use((connection) => appendRows(connection, rows));
  } catch (error) {
    target.toSpool(reasonOf(error));
    return false;
  }
  for (const { records } of rows) keeper.added(records);
  return true;
}

function statsOf(counts: Counts, keeper: OutboxKeeper, spool: Spool): Omit<OutboxStats, "target"> {
  const { records, oldestAt, bytes, tornBytes, brokenRecords } = spool.stats();
  return {
    appended: { outbox: counts.outbox, spool: counts.spool },
    drained: keeper.drained,
    refused: counts.refused,
    backlogRecords: keeper.records,
    spoolRecords: records,
    spoolOldestAt: oldestAt,
    spoolBytes: bytes,
    tornBytes,
    brokenRecords,
  };
}

type Counts = { readonly outbox: number; readonly spool: number; readonly refused: number };

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
