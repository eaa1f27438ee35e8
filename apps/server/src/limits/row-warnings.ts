import type { PlacedYaml } from "./placed-yaml.ts";
import type { PolicyWarning } from "./policy-fault.ts";
import { largestCost, type PolicyRow } from "./policy-row.ts";

/** The most rows that a bulk request may have. */
const bulkRows = 1_000;

/** Finds what works, and hardly as it was meant. */
export function rowWarnings(rows: readonly PolicyRow[], yaml: PlacedYaml): readonly PolicyWarning[] {
  const warnings = rows.flatMap((row, index): readonly PolicyWarning[] => {
    const at = { ...yaml.placeOf(["policies", index]), policy: row.name };
    const why = whyNeverAsked(row);
    if (why !== undefined) return [{ code: "NEVER_ASKED", ...at, values: { why } }];
    if (!countsBulk(row) || largestCost(row) >= bulkRows) return [];
    return [{ code: "BULK_ABOVE_LIMIT", ...at, values: { rows: bulkRows, limit: largestCost(row) } }];
  });
  const isAllShadow = rows.length > 0 && rows.every(({ shadow }) => shadow === true);
  if (!isAllShadow) return warnings;
  return [{ code: "ALL_SHADOW", ...yaml.placeOf(["policies"]), policy: undefined, values: {} }, ...warnings];
}

/** Bulk requests always need a key. */
function countsBulk(row: PolicyRow): boolean {
  return row.for === "create" && !hasException(row, "keys");
}

/** The fields that together leave nobody. */
function whyNeverAsked(row: PolicyRow): string | undefined {
  if (!hasException(row, "keys")) return undefined;
  if (row.per === "key") return "per: key, except: keys";
  // Nobody reads or changes without one.
  return row.for === "read" || row.for === "change" ? `for: ${row.for}, except: keys` : undefined;
}

function hasException({ except = [] }: PolicyRow, exception: "keys" | "local"): boolean {
  return except.includes(exception);
}
