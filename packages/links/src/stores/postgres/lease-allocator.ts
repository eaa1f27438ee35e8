import { leaseSlots, type AcquireOutcome, type HeldSlot, type Lease, type LeaseAllocator } from "@narrows/codes";
import type { Ask } from "./ask.ts";
import type { Row, Rows } from "./connection.ts";
import { readStatement } from "./sql.ts";

/**
 * Puts `LeaseAllocator` together: each step is one function of the schema and one transaction, which the server commits
 * durably whatever it is set to. The server's clock decides when leases end.
 *
 * @param tell Changes the primary.
 */
export function createPostgresLeases(tell: Ask): LeaseAllocator {
  const statements = {
    acquire: readStatement("lease-acquire"),
    renew: readStatement("lease-renew"),
    release: readStatement("lease-release"),
    jump: readStatement("lease-jump"),
  };
  return {
    acquire: async (request) => outcomeFrom(await tell(statements.acquire, { ...request })),
    renew: async ({ slot, epoch }, ttlMs) => isTrue(await tell(statements.renew, { slot, epoch, ttlMs })),
    release: async ({ slot, epoch }) => isTrue(await tell(statements.release, { slot, epoch })),
    jumpEpochs: async (by) => Number((await tell(statements.jump, { by }))[0]?.[0]),
  };
}

function outcomeFrom(rows: Rows): AcquireOutcome {
  const [first] = rows;
  if (first !== undefined && first[0] === "acquired") return { kind: "acquired", lease: leaseFromRow(first) };
  return { kind: rows.length === leaseSlots ? "slots-taken" : "epochs-spent", held: rows.map(heldFromRow) };
}

function leaseFromRow([, slot, epoch]: Row): Lease {
  return { slot: Number(slot), epoch: Number(epoch) };
}

function heldFromRow(row: Row): HeldSlot {
  return { ...leaseFromRow(row), holder: String(row[3]), endsAt: Math.floor(Number(row[4])) };
}

function isTrue(rows: Rows): boolean {
  return rows[0]?.[0] === true;
}
