import { openSync, writeSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { createLeaseHolder, createSnowflakeIds, type LeaseAllocator, type SnowflakeIds } from "@narrows/codes";
import { openPostgres } from "@narrows/links/postgres";
import { openSqlite } from "@narrows/links/sqlite";

/** What the program is told as its one argument, in JSON. */
export type MakerOrder = {
  /** The path of an SQLite file, or the URL of a PostgreSQL. */
  readonly database: string;
  /** Where its ids go, eight bytes each, as soon as some are made. */
  readonly idsFile: string;
  readonly count: number;
  readonly ttlMs: number;
  /** What the clock says when it gets its first lease, in milliseconds since 1970; undefined: the time. */
  readonly startsAt: number | undefined;
  /** How far the clock is from where it began, once so many ids are made. */
  readonly steps: readonly { readonly made: number; readonly byMs: number }[];
  /** True: every lease of a slot comes with the epoch that its first one had. */
  readonly isForgetful: boolean;
};

/** What it tells. */
export type MakerReport =
  | { readonly kind: "lease"; readonly slot: number; readonly epoch: number }
  | { readonly kind: "made"; readonly count: number }
  | { readonly kind: "refused"; readonly code: string };

const idsPerWrite = 2_048;

const order = JSON.parse(process.argv[2] ?? "") as MakerOrder;
let startedByMs: number | undefined;
let stepMs = 0;

const database = await openDatabase(order.database);
const monotonicMs = (): number => performance.now();
const leases = createLeaseHolder({
  allocator: order.isForgetful ? forgetful(database.leases) : database.leases,
  holder: `maker/${process.pid}`,
  ttlMs: order.ttlMs,
  monotonicMs,
  onEvent(event) {
    if (event.kind !== "acquired") return;
    startedByMs ??= (order.startsAt ?? Date.now()) - Date.now();
    report({ kind: "lease", ...event.lease });
  },
});
await make(createSnowflakeIds({ leases, now: () => Date.now() + (startedByMs ?? 0) + stepMs, monotonicMs }));
await leases.stop();
await database.close();
process.disconnect();

function openDatabase(place: string) {
  return place.startsWith("postgres:") ? openPostgres({ url: place }) : openSqlite({ path: place });
}

async function make(ids: SnowflakeIds): Promise<void> {
  const file = openSync(order.idsFile, "a");
  const some = new BigUint64Array(idsPerWrite);
  for (let made = 0; made < order.count;) {
    stepMs = order.steps.findLast((step) => step.made <= made)?.byMs ?? 0;
    const room = Math.min(idsPerWrite, order.count - made);
    for (let index = 0; index < room; index += 1) {
      const id = ids.next();
      some[index] = typeof id === "bigint" ? id : await orAgain(ids, id);
    }
    writeSync(file, new Uint8Array(some.buffer, 0, room * 8));
    made += room;
    report({ kind: "made", count: room });
  }
}

/** A refusal is reported, and the id asked for once more a little later. */
async function orAgain(ids: SnowflakeIds, asked: bigint | Promise<bigint>): Promise<bigint> {
  for (let id = asked; ; id = ids.next()) {
    try {
      return await id;
    } catch (error) {
      report({ kind: "refused", code: error instanceof Error && "code" in error ? String(error.code) : "" });
      await sleep(20);
    }
  }
}

/** The defect that the whole test is to find: it hands out a pair again. Its tokens are in order. */
function forgetful(inner: LeaseAllocator): LeaseAllocator {
  let token = 0;
  return {
    ...inner,
    async acquire(request) {
      const outcome = await inner.acquire(request);
      if (outcome.kind !== "acquired") return outcome;
      token = outcome.lease.epoch;
      return { kind: "acquired", lease: { ...outcome.lease, epoch: 0 } };
    },
    renew: (lease, ttlMs) => inner.renew({ ...lease, epoch: token }, ttlMs),
    release: (lease) => inner.release({ ...lease, epoch: token }),
  };
}

function report(what: MakerReport): void {
  process.send?.(what);
}
