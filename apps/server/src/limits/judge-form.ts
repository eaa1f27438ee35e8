import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import { enoughFaults } from "./enough-faults.ts";
import type { PlacedYaml } from "./placed-yaml.ts";
import { anyPolicySchema, policiesSchema } from "./policies-schema.ts";
import type { PolicyFault } from "./policy-fault.ts";
import { pathOf, schemaFault } from "./schema-fault.ts";

/** What the schema says of a policies file. */
export type Form = {
  readonly faults: readonly PolicyFault[];
  /** The places of the policies of which it has nothing to say. */
  readonly isWhole: (index: number) => boolean;
};

/** Judges everything that the schema can: of a policy without an algorithm, what is the same for each. */
export function judgeForm(yaml: PlacedYaml): Form {
  const errors = schemaErrors(yaml.value);
  const broken = new Set(errors.map(({ instancePath }) => pathOf(instancePath)[1]));
  return {
    faults: withoutDoubles(errors, yaml),
    isWhole: (index) => !broken.has(index),
  };
}

type Validators = { readonly file: ValidateFunction; readonly anyPolicy: ValidateFunction };

/** Made when the first file is read: it takes longer than reading one. */
let validators: Validators | undefined;

function compileSchemas(): Validators {
  const ajv = new Ajv({ allErrors: true, discriminator: true, verbose: true });
  return { file: ajv.compile(policiesSchema), anyPolicy: ajv.compile(anyPolicySchema) };
}

function schemaErrors(value: unknown): readonly ErrorObject[] {
  validators ??= compileSchemas();
  const { file, anyPolicy } = validators;
  return errorsOf(file, value).flatMap((error) =>
    error.keyword === "discriminator" ? [error, ...below(error, errorsOf(anyPolicy, error.data))] : [error],
  );
}

function errorsOf(validate: ValidateFunction, value: unknown): readonly ErrorObject[] {
  return validate(value) ? [] : (validate.errors ?? []);
}

function below({ instancePath }: ErrorObject, errors: readonly ErrorObject[]): readonly ErrorObject[] {
  return errors.map((error) => ({ ...error, instancePath: instancePath + error.instancePath }));
}

/** One place is told of once; a wrong type breaks several rules. No more than are told. */
function withoutDoubles(errors: readonly ErrorObject[], yaml: PlacedYaml): readonly PolicyFault[] {
  const faults = new Map<string, PolicyFault>();
  for (const error of errors) {
    if (faults.size >= enoughFaults) break;
    const fault = schemaFault(error, yaml);
    const place = `${fault.line}:${fault.column} ${fault.code} ${fault.values["field"]}`;
    if (!faults.has(place)) faults.set(place, fault);
  }
  return [...faults.values()];
}
