import { Ajv, type ErrorObject } from "ajv";
import { parseYaml, type PlacedYaml } from "./placed-yaml.ts";
import { policiesSchema } from "./policies-schema.ts";
import type { PolicyFault, PolicyWarning } from "./policy-fault.ts";
import type { PolicyRow } from "./policy-row.ts";
import { quotaFaults, rowFaults } from "./row-faults.ts";
import { rowWarnings } from "./row-warnings.ts";
import { schemaFault } from "./schema-fault.ts";

/** What a policies file says. */
export type PoliciesFile = {
  /** Empty when there are faults; also where nothing is to be limited. */
  readonly rows: readonly PolicyRow[];
  readonly faults: readonly PolicyFault[];
  readonly warnings: readonly PolicyWarning[];
};

/** Some 300 policies. A parser can need a second for what is made to keep it busy. */
export const maxPoliciesBytes = 64 * 1024;

/** Reads a policies file and finds all that is wrong with it. Never throws. */
export function parsePolicies(text: string): PoliciesFile {
  if (Buffer.byteLength(text) > maxPoliciesBytes) {
    const values = { max: maxPoliciesBytes };
    return refused([{ code: "FILE_TOO_LARGE", line: 1, column: 1, policy: undefined, values }]);
  }
  const yaml = parseYaml(text);
  if (yaml.faults.length > 0) return refused(yaml.faults);
  const misfits = schemaErrors(yaml.value).map((error) => schemaFault(error, yaml));
  if (misfits.length > 0) return refused(inOrder(withoutDoubles(misfits)));
  const { policies: rows } = yaml.value as { readonly policies: readonly PolicyRow[] };
  const faults = [...rowFaults(rows, yaml), ...quotaFaults(rows, yaml)];
  return faults.length > 0 ? refused(inOrder(faults)) : { rows, faults, warnings: inOrder(rowWarnings(rows, yaml)) };
}

/** Made when the first file is read: it takes longer than reading one. */
let validate: ReturnType<Ajv["compile"]> | undefined;

function schemaErrors(value: PlacedYaml["value"]): readonly ErrorObject[] {
  validate ??= new Ajv({ allErrors: true, discriminator: true, verbose: true }).compile(policiesSchema);
  return validate(value) === true ? [] : (validate.errors ?? []);
}

/** One place is told of once; a wrong type breaks several rules. */
function withoutDoubles(faults: readonly PolicyFault[]): readonly PolicyFault[] {
  const seen = new Set<string>();
  return faults.filter(({ code, line, column, values }) => {
    const place = `${line}:${column} ${code} ${values["field"]}`;
    return !seen.has(place) && seen.add(place);
  });
}

function inOrder<Remark extends { readonly line: number; readonly column: number }>(
  remarks: readonly Remark[],
): readonly Remark[] {
  return remarks.toSorted((a, b) => a.line - b.line || a.column - b.column);
}

function refused(faults: readonly PolicyFault[]): PoliciesFile {
  return { rows: [], faults, warnings: [] };
}
