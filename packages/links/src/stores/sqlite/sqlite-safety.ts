import type { SafetyStore, WalkPage } from "../../safety/safety-store.ts";
import { readNow } from "./read-now.ts";
import { readSql } from "./sql.ts";
import type { SqliteParts } from "./sqlite-links.ts";

/** Puts `SafetyStore` together: pages by the reader thread, for a walk must not hold up redirects. */
export function createSqliteSafety({ database, writes, reads }: SqliteParts): SafetyStore {
  const selectFinding = database.prepare(readSql("select-finding"));
  return {
    linksByTime: (after, before, limit) =>
      reads.ask({ name: "links-by-time", query: { after, before, limit } }) as Promise<WalkPage>,
    takeWalk: (claim) => writes.run("takeWalk", claim),
    saveWalk: (claim, state) => writes.run("saveWalk", { ...claim, state }),
    async releaseWalk(holder) {
      await writes.run("releaseWalk", { holder });
    },
    async hasFinding({ domain, code }, digest) {
      return readNow(() => selectFinding.get(domain, code, digest)) !== undefined;
    },
    async keepFinding(key, digest, now) {
      await writes.run("keepFinding", { key, digest, now });
    },
  };
}
