import { ApiError, type ProblemCode } from "../problems/index.ts";
import { scanJson, type JsonFault } from "./json-scan.ts";

/** Well above what the API takes (1,000 rows of ten fields and twenty tags), and low enough to be harmless. */
const bounds = { maxDepth: 16, maxMembers: 100_000 } as const;

const codes = {
  "too-deep": "BODY_TOO_DEEP",
  "too-many": "BODY_TOO_LARGE",
  duplicate: "DUPLICATE_FIELD",
  poisoned: "UNKNOWN_FIELD",
} as const satisfies Readonly<Record<JsonFault["kind"], ProblemCode>>;

/**
 * Reads a JSON body as strictly as RFC 8259 allows: UTF-8 without a byte order mark, no repeated keys, bounded depth,
 * no half of a surrogate pair (it could not be stored and given back).
 *
 * @throws {ApiError} `BODY_MISSING`, `BODY_MALFORMED`, `BODY_TOO_DEEP`, `BODY_TOO_LARGE`, `DUPLICATE_FIELD`, `UNKNOWN_FIELD`
 */
export function parseJson(body: Uint8Array): unknown {
  if (body.length === 0) throw new ApiError("BODY_MISSING");
  const text = decode(body);
  const fault = scanJson(text, bounds);
  if (fault?.kind === "too-deep" || fault?.kind === "too-many") throw new ApiError(codes[fault.kind]);
  const value = parse(text);
  // Only now: in text that is no JSON, the scan may have seen what is not there.
  if (fault !== undefined) throw new ApiError(codes[fault.kind], { field: fault.path });
  return value;
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function decode(body: Uint8Array): string {
  try {
    return utf8.decode(body);
  } catch {
    throw new ApiError("BODY_MALFORMED");
  }
}

/** The bytes are well-formed, so half a pair can only come from an escape such as "\ud800". */
const surrogateEscape = /\\u[dD][89a-fA-F]/;

function parse(text: string): unknown {
  const value = parseOrRefuse(text);
  if (surrogateEscape.test(text) && !isWellFormed(value)) throw new ApiError("BODY_MALFORMED");
  return value;
}

function parseOrRefuse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiError("BODY_MALFORMED");
  }
}

function isWellFormed(value: unknown): boolean {
  if (typeof value === "string") return value.isWellFormed();
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value).every(([key, member]) => key.isWellFormed() && isWellFormed(member));
}
