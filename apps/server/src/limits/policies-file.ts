import { firstFaults } from "./enough-faults.ts";
import { judgeForm } from "./judge-form.ts";
import { parseYaml } from "./placed-yaml.ts";
import type { PolicyFault, PolicyWarning } from "./policy-fault.ts";
import type { PolicyRow } from "./policy-row.ts";
import { quotaFaults, rowFaults } from "./row-faults.ts";
import { rowWarnings } from "./row-warnings.ts";

/** What a policies file says. */
export type PoliciesFile = {
  /** Empty when there are faults; also where nothing is to be limited. */
  readonly rows: readonly PolicyRow[];
  readonly faults: readonly PolicyFault[];
  readonly warnings: readonly PolicyWarning[];
};

/** Some 300 policies. */
export const maxPoliciesBytes = 64 * 1024;

/**
 * Reads a policies file and finds what is wrong with it, the first hundred faults at most. Never throws.
 *
 * A file of whatever content takes a few times as long as a hundred policies: it is read in the thread that serves
 * requests.
 */
export function parsePolicies(text: string): PoliciesFile {
  if (Buffer.byteLength(text) > maxPoliciesBytes) {
    const values = { max: maxPoliciesBytes };
    return refused([{ code: "FILE_TOO_LARGE", line: 1, column: 1, policy: undefined, values }]);
  }
  const yaml = parseYaml(text);
  if (!yaml.isReadable) return refused(yaml.faults);
  const form = judgeForm(yaml);
  const policies = policiesIn(yaml.value);
  const quotas = quotaFaults(policies, { yaml, isWhole: form.isWhole });
  const faults = [...yaml.faults, ...form.faults, ...rowFaults(policies, yaml), ...quotas];
  const rows = faults.length > 0 ? [] : (policies as readonly PolicyRow[]);
  return faults.length > 0 ? refused(inOrder(faults)) : { rows, faults, warnings: inOrder(rowWarnings(rows, yaml)) };
}

/** As far as there are any. */
function policiesIn(value: unknown): readonly unknown[] {
  const policies: unknown = typeof value === "object" && value !== null && "policies" in value ? value.policies : [];
  return Array.isArray(policies) ? policies : [];
}

function inOrder<Remark extends { readonly line: number; readonly column: number }>(
  remarks: readonly Remark[],
): readonly Remark[] {
  return remarks.toSorted((a, b) => a.line - b.line || a.column - b.column);
}

function refused(faults: readonly PolicyFault[]): PoliciesFile {
  return { rows: [], faults: firstFaults(faults), warnings: [] };
}
