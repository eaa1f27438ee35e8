import { compileRow } from "./compile-row.ts";
import type { PlacedYaml } from "./placed-yaml.ts";
import type { PolicyFault } from "./policy-fault.ts";
import type { PolicyRow } from "./policy-row.ts";

/** What no schema can say: how policies and fields go together. */
export function rowFaults(rows: readonly PolicyRow[], yaml: PlacedYaml): readonly PolicyFault[] {
  const lines = new Map<string, number>();
  return rows.flatMap((row, index): readonly PolicyFault[] => {
    const faults: PolicyFault[] = [];
    const place = yaml.placeOf(["policies", index, "name"]);
    const other = lines.get(row.name);
    if (other === undefined) lines.set(row.name, place.line);
    else faults.push({ code: "NAME_TWICE", ...place, policy: row.name, values: { name: row.name, other } });
    if (row.per === "key" && (row.for === "unknown-code" || row.for === "wrong-key")) {
      const at = yaml.placeOf(["policies", index, "per"]);
      faults.push({ code: "KEY_UNKNOWN_YET", ...at, policy: row.name, values: { purpose: row.for } });
    }
    return faults;
  });
}

/** What the limiter itself refuses. */
export function quotaFaults(rows: readonly PolicyRow[], yaml: PlacedYaml): readonly PolicyFault[] {
  return rows.flatMap((row, index): readonly PolicyFault[] => {
    const { error } = compileRow(row);
    if (error === undefined) return [];
    const place = yaml.placeOf(["policies", index]);
    return [{ code: "QUOTA_UNCOUNTABLE", ...place, policy: row.name, values: { reason: error.message } }];
  });
}
