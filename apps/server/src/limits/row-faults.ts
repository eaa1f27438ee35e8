import { compileRow } from "./compile-row.ts";
import type { PlacedYaml } from "./placed-yaml.ts";
import type { PolicyFault } from "./policy-fault.ts";
import type { PolicyRow } from "./policy-row.ts";

/** What no schema can say: how policies and fields go together, as far as they are there. */
export function rowFaults(policies: readonly unknown[], yaml: PlacedYaml): readonly PolicyFault[] {
  const lines = new Map<string, number>();
  return policies.flatMap((policy, index): readonly PolicyFault[] => {
    const { name, per, for: purpose } = fieldsOf(policy);
    const known = typeof name === "string" ? name : undefined;
    const faults: PolicyFault[] = [];
    const place = yaml.placeOf(["policies", index, "name"]);
    const other = known === undefined ? undefined : lines.get(known);
    if (known !== undefined && other === undefined) lines.set(known, place.line);
    if (known !== undefined && other !== undefined) {
      faults.push({ code: "NAME_TWICE", ...place, policy: known, values: { name: known, other } });
    }
    if (per === "key" && (purpose === "unknown-code" || purpose === "wrong-key")) {
      const at = yaml.placeOf(["policies", index, "per"]);
      faults.push({ code: "KEY_UNKNOWN_YET", ...at, policy: known, values: { purpose } });
    }
    return faults;
  });
}

function fieldsOf(policy: unknown): Readonly<Record<string, unknown>> {
  return typeof policy === "object" && policy !== null ? { ...policy } : {};
}

type QuotaOptions = {
  readonly yaml: PlacedYaml;
  /** Whether the policy at this place has all its fields. */
  readonly isWhole: (index: number) => boolean;
};

/** What the limiter itself refuses. */
export function quotaFaults(policies: readonly unknown[], { yaml, isWhole }: QuotaOptions): readonly PolicyFault[] {
  return policies.flatMap((policy, index): readonly PolicyFault[] => {
    if (!isWhole(index)) return [];
    const row = policy as PolicyRow;
    const { error } = compileRow(row);
    if (error === undefined) return [];
    const place = yaml.placeOf(["policies", index]);
    return [{ code: "QUOTA_UNCOUNTABLE", ...place, policy: row.name, values: { reason: error.message } }];
  });
}
