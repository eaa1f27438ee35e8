import type { Connect } from "../../postgres/connect.ts";
import { migrateClicks } from "../../postgres/migrate.ts";
import type { Pool } from "../../postgres/pool.ts";
import type { OutboxRow } from "./outbox-row.ts";
import type { OutboxSwitch } from "./outbox-switch.ts";
import { appendRows, readBacklog } from "./outbox-table.ts";
import { repeat } from "./repeat.ts";
import type { Spool } from "./spool.ts";

export type KeeperOptions = {
  readonly connect: Connect;
  readonly pool: Pool;
  readonly spool: Spool;
  readonly maxRecords: number;
  readonly lookMs: number;
  readonly keepMs: number;
  /** Is turned to the outbox once PostgreSQL has taken something over, or answered when there was nothing. */
  readonly target: OutboxSwitch;
};

/** So long the opening of a log waits for PostgreSQL; what comes until that answers goes into the spool. */
const startMs = 1_000;

/** Looks after the outbox beside the appends: how long it is, and whether it can take what is in the spool. */
export interface OutboxKeeper {
  /** Records in the outbox: as of the last look, and what went there since. */
  readonly records: number;
  readonly drained: number;
  added(records: number): void;
  /** Looks and drains, and from then on again and again. Never throws. */
  start(): Promise<void>;
  /** Drains once more for `lastMs` where something is in the spool; what is under way then still ends. Never throws. */
  stop(lastMs: number): Promise<void>;
}

export function createOutboxKeeper(options: KeeperOptions): OutboxKeeper {
  const { connect, pool, spool, maxRecords, lookMs, keepMs, target } = options;
  let records = 0;
  let drained = 0;
  let isMigrated = false;
  const stopping = new AbortController();

  const take = async (rows: readonly OutboxRow[]) => {
    if (stopping.signal.aborted) throw new Error("the log was closed");
    if (records >= maxRecords) throw new BudgetUsed();
    await pool.use((connection) => appendRows(connection, rows));
    for (const row of rows) {
      records += row.records;
      drained += row.records;
    }
    // At once: what comes now needs not go behind all that is in the spool.
    if (records < maxRecords) target.toOutbox();
  };
  const look = async () => {
    if (!isMigrated) await migrateClicks({ connect, deadlineMs: keepMs });
    isMigrated = true;
    records = (await pool.use(readBacklog)).records;
    await spool.drain(take);
    if (records < maxRecords) target.toOutbox();
  };
  const fail = (error: unknown) => {
    // An outbox that must become shorter first is as it should be.
    if (error instanceof BudgetUsed || stopping.signal.aborted) return;
    target.toSpool(error instanceof Error ? error.message : String(error));
  };
  const looking = repeat(lookMs, () => look().catch(fail));

  return {
    get records() {
      return records;
    },
    get drained() {
      return drained;
    },
    added: (more) => void (records += more),
    start: () => looking.start(startMs),
    async stop(lastMs) {
      const timer = setTimeout(() => stopping.abort(), lastMs);
      await looking.stop();
      if (!stopping.signal.aborted && spool.stats().records > 0) await look().catch(fail);
      stopping.abort();
      clearTimeout(timer);
    },
  };
}

class BudgetUsed extends Error {}
