import type { DatabaseSync, SQLOutputValue } from "node:sqlite";
import { leaseSlots, type AcquireOutcome, type HeldSlot, type Lease } from "@narrows/codes";
import { readSql } from "./sql.ts";
import type { WriteHandlers } from "./write-command.ts";

type LeaseWrites = "acquireLease" | "renewLease" | "releaseLease" | "jumpEpochs";

type Row = Readonly<Record<string, SQLOutputValue>>;

/** Makes the handlers of leases; their time is SQLite's, which is that of the machine. */
export function prepareLeaseWrites(database: DatabaseSync): Pick<WriteHandlers, LeaseWrites> {
  const acquire = database.prepare(readSql("acquire-lease"));
  const renew = database.prepare(readSql("renew-lease"));
  const release = database.prepare(readSql("release-lease"));
  const selectHeld = database.prepare(readSql("select-held-leases"));
  const jump = database.prepare(readSql("jump-epochs"));
  const selectLeft = database.prepare(readSql("select-epochs-left"));
  return {
    acquireLease({ holder, ttlMs }) {
      const row = acquire.get({ holder, ttlMs });
      return row === undefined ? refusal(selectHeld.all()) : { kind: "acquired", lease: leaseFromRow(row) };
    },
    renewLease: ({ lease: { slot, epoch }, ttlMs }) => renew.run({ slot, epoch, ttlMs }).changes === 1,
    releaseLease: ({ slot, epoch }) => release.run({ slot, epoch }).changes === 1,
    jumpEpochs({ by }) {
      jump.run({ by });
      return Number(selectLeft.get()?.["epochs_left"]);
    },
  };
}

function refusal(rows: readonly Row[]): AcquireOutcome {
  const held = rows.map(heldFromRow);
  return { kind: held.length === leaseSlots ? "slots-taken" : "epochs-spent", held };
}

function leaseFromRow(row: Row): Lease {
  return { slot: Number(row["slot"]), epoch: Number(row["epoch"]) };
}

function heldFromRow(row: Row): HeldSlot {
  return { ...leaseFromRow(row), holder: String(row["holder"]), endsAt: Number(row["ends_at"]) };
}
