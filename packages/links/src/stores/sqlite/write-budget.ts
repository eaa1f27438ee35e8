import type { DatabaseSync } from "node:sqlite";
import type { SpendOutcome, SpendRequest } from "../../click-budget.ts";
import { targetFromRow } from "./link-row.ts";
import { readSql } from "./sql.ts";

/** Makes the handler of `spendClick`; it runs inside the writer's transaction, so that many clicks share a commit. */
export function prepareSpend(database: DatabaseSync): (request: SpendRequest) => SpendOutcome {
  const spend = database.prepare(readSql("spend-click"));
  const selectTarget = database.prepare(readSql("select-target"));
  selectTarget.setReturnArrays(true);
  return ({ key: { domain, code }, version }) => {
    if (spend.run({ domain, code, version }).changes === 1) return { kind: "spent" };
    const row = selectTarget.get(domain, code) as readonly never[] | undefined;
    const target = row === undefined ? undefined : targetFromRow(row);
    const isSame = target?.version === version && target.maxClicks !== null;
    return isSame ? { kind: "used-up" } : { kind: "changed", target };
  };
}
