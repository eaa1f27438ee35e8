import type { ErrorObject } from "ajv";
import { nearestName } from "./nearest-name.ts";
import type { PlacedYaml, YamlPath } from "./placed-yaml.ts";
import type { PolicyFault, PolicyFaultCode } from "./policy-fault.ts";

type Values = PolicyFault["values"];

/** Says in words and by line what the schema found. */
export function schemaFault(error: ErrorObject, yaml: PlacedYaml): PolicyFault {
  const path = pathOf(error.instancePath);
  const { params, keyword } = error;
  const policy = policyAt(yaml.value, path);
  if (keyword === "additionalProperties") {
    const field = String(params["additionalProperty"]);
    const names = Object.keys((error.parentSchema?.["properties"] ?? {}) as object);
    return { ...unknownField(field, names), ...yaml.placeOfKey(path, field), policy };
  }
  if (keyword === "required") {
    return missing(String(params["missingProperty"]), path, yaml, policy);
  }
  if (keyword === "discriminator") return algorithmFault(error, path, yaml, policy);
  const field = path.at(-1);
  if (field === undefined) return { code: "FILE_FORM", ...yaml.placeOf(path), policy, values: {} };
  return { ...valueFault(error, String(field)), ...yaml.placeOf(path), policy };
}

function unknownField(field: string, names: readonly string[]): Wrong {
  const suggestion = nearestName(field, names);
  if (suggestion !== undefined) return { code: "FIELD_MISSPELT", values: { field, suggestion } };
  return { code: "FIELD_UNKNOWN", values: { field, allowed: names.join(", ") } };
}

function missing(field: string, path: YamlPath, yaml: PlacedYaml, policy: string | undefined): PolicyFault {
  return { code: "FIELD_MISSING", ...yaml.placeOf(path), policy, values: { field } };
}

/** The schema speaks of the tag of a union; the file has a field. */
function algorithmFault(
  { params, parentSchema }: ErrorObject,
  path: YamlPath,
  yaml: PlacedYaml,
  policy: string | undefined,
): PolicyFault {
  if (params["tagValue"] === undefined) return missing("algorithm", path, yaml, policy);
  const branches = (parentSchema?.["oneOf"] ?? []) as readonly {
    readonly properties: { readonly algorithm: { readonly const: string } };
  }[];
  const allowed = branches.map(({ properties }) => properties.algorithm.const).join(", ");
  const place = yaml.placeOf([...path, "algorithm"]);
  return { code: "WORD_UNKNOWN", ...place, policy, values: { field: "algorithm", allowed } };
}

type Wrong = { readonly code: PolicyFaultCode; readonly values: Values };

/** By what the schema would have taken there, whichever of its rules was broken. */
function valueFault({ parentSchema = {}, schema }: ErrorObject, field: string): Wrong {
  const words = parentSchema["enum"] as readonly string[] | undefined;
  if (words !== undefined) return { code: "WORD_UNKNOWN", values: { field, allowed: words.join(", ") } };
  if (parentSchema["type"] === "integer") {
    const [min, max] = [Number(parentSchema["minimum"]), Number(parentSchema["maximum"])];
    return { code: "COUNT_INVALID", values: { field, min, max } };
  }
  if (typeof parentSchema["pattern"] === "string") {
    return { code: parentSchema["pattern"].endsWith("d)$") ? "DURATION_INVALID" : "TEXT_INVALID", values: { field } };
  }
  const expected = field === "policies" ? policyList : expectedOf(parentSchema["type"], schema);
  return { code: "VALUE_INVALID", values: { field, expected } };
}

const policyList = "a list of at most 100 policies; `policies: []` is for no limits";

const typeNames: Readonly<Record<string, string>> = {
  array: "a list, each of its items once",
  boolean: "true or false",
  object: "a mapping of fields to values",
  string: "a text of at most 500 characters",
};

function expectedOf(type: unknown, schema: unknown): string {
  return typeNames[String(type)] ?? JSON.stringify(schema);
}

/** RFC 6901; numbers are places in a list. */
export function pathOf(pointer: string): YamlPath {
  return pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part));
}

/** The name of the policy that a path leads into. */
function policyAt(value: unknown, [list, index]: YamlPath): string | undefined {
  if (list !== "policies" || typeof index !== "number") return undefined;
  const policies = (value as { readonly policies?: readonly unknown[] }).policies ?? [];
  const policy = policies[index];
  const name = typeof policy === "object" && policy !== null && "name" in policy ? policy.name : undefined;
  return typeof name === "string" ? name : undefined;
}
