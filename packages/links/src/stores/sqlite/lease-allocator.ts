import type { LeaseAllocator } from "@narrows/codes";
import type { GroupCommit } from "./group-commit.ts";

/** Puts `LeaseAllocator` together: every step is a change, made by the writer thread and on the disk when answered. */
export function createSqliteLeases(writes: Pick<GroupCommit, "run">): LeaseAllocator {
  return {
    acquire: (request) => writes.run("acquireLease", request),
    renew: (lease, ttlMs) => writes.run("renewLease", { lease, ttlMs }),
    release: (lease) => writes.run("releaseLease", lease),
    jumpEpochs: (by) => writes.run("jumpEpochs", { by }),
  };
}
