import type { CheckedLink, SafetyStore, WalkClaim } from "../../safety/safety-store.ts";
import type { Ask } from "./ask.ts";
import type { Row } from "./connection.ts";
import { readStatement } from "./sql.ts";

const linksByTime = readStatement("links-by-time");
const takeWalk = readStatement("take-walk");
const saveWalk = readStatement("save-walk");
const releaseWalk = readStatement("release-walk");
const selectFinding = readStatement("select-finding");
const insertFinding = readStatement("insert-finding");

const leadsColumn = 6;

/**
 * Puts `SafetyStore` together.
 *
 * @param askLists Reads what may take long.
 */
export function createPostgresSafety(ask: Ask, tell: Ask, askLists: Ask): SafetyStore {
  return {
    async linksByTime(after, before, limit) {
      // No link was created before 1970, and every code comes after ''.
      const { createdAt, domain, code } = after ?? { createdAt: 0, domain: "", code: "" };
      const from = { afterCreatedAt: createdAt, afterDomain: domain, afterCode: code };
      const rows = await askLists(linksByTime, { ...from, before, limit });
      return { links: rows.filter((row) => row[leadsColumn] === true).map(checkedLink), last: positionOf(rows.at(-1)) };
    },
    async takeWalk(claim) {
      const [row] = await tell(takeWalk, claimParameters(claim));
      return row === undefined ? undefined : (row[0] as string);
    },
    saveWalk: async (claim, state) => (await tell(saveWalk, { ...claimParameters(claim), state })).count === 1,
    async releaseWalk(holder) {
      await tell(releaseWalk, { holder });
    },
    hasFinding: async ({ domain, code }, digest) => (await ask(selectFinding, { domain, code, digest })).length > 0,
    async keepFinding({ domain, code }, digest, now) {
      await tell(insertFinding, { domain, code, digest, now });
    },
  };
}

function claimParameters({ holder, ttlMs, now }: WalkClaim) {
  return { holder, ttlMs, now };
}

function checkedLink([domain, code, destination, version, createdAt, updatedAt]: Row): CheckedLink {
  return {
    domain: domain as string,
    code: code as string,
    destination: destination as string,
    version: (version as number | null) ?? 1,
    changedAt: Number(updatedAt ?? createdAt),
  };
}

function positionOf(row: Row | undefined) {
  if (row === undefined) return undefined;
  return { createdAt: Number(row[4]), domain: row[0] as string, code: row[1] as string };
}
