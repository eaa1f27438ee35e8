import { ApiError, type ProblemCode } from "../problems/index.ts";
import { schemaMend, type SchemaFault } from "./schema-mend.ts";

/** Says in the API's own codes what a schema found wrong: the first fault alone. */
export function validationProblem(faults: readonly SchemaFault[], context: string): ApiError {
  const [fault] = faults;
  if (fault === undefined) return new ApiError("REQUEST_MALFORMED");
  const field = fieldOf(fault);
  const code = context === "querystring" ? parameterCode(fault.keyword) : fieldCode(fault);
  const mend = schemaMend(fault);
  return new ApiError(code, { ...(field === "" ? {} : { field }), ...(mend === undefined ? {} : { mend }) });
}

const fieldCodes: Readonly<Record<string, ProblemCode>> = {
  additionalProperties: "UNKNOWN_FIELD",
  required: "MISSING_FIELD",
  minProperties: "MISSING_FIELD",
  type: "INVALID_TYPE",
};

function fieldCode({ keyword, instancePath }: SchemaFault): ProblemCode {
  return fieldCodes[keyword] ?? (instancePath === "" ? "INVALID_TYPE" : "INVALID_VALUE");
}

function parameterCode(keyword: string): ProblemCode {
  return keyword === "additionalProperties" ? "UNKNOWN_PARAMETER" : "INVALID_PARAMETER";
}

/** Writes a JSON pointer as people write fields: `/links/3/alias` is `links[3].alias`. */
function fieldOf({ instancePath, params }: SchemaFault): string {
  const named = params["additionalProperty"] ?? params["missingProperty"];
  const parts = instancePath.split("/").slice(1).map(unescapePointer);
  if (typeof named === "string") parts.push(named);
  return parts.reduce((path, part) => {
    if (/^\d+$/.test(part) && path !== "") return `${path}[${part}]`;
    return path === "" ? part : `${path}.${part}`;
  }, "");
}

/** RFC 6901, 4. */
function unescapePointer(part: string): string {
  return part.replaceAll("~1", "/").replaceAll("~0", "~");
}
