import { setImmediate as nextTurn } from "node:timers/promises";
import { ApiError, type ProblemCode } from "../problems/index.ts";
import { JsonScan, type JsonFault } from "./json-scan.ts";

/** Well above what the API takes (1,000 rows of ten fields and twenty tags), and low enough to be harmless. */
const bounds = { maxDepth: 16, maxMembers: 100_000 } as const;

/** What is looked at in one turn of the event loop: about two milliseconds at worst. */
const sliceCharacters = 64 * 1024;

const codes = {
  malformed: "BODY_MALFORMED",
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
  const text = decode(body);
  const scan = new JsonScan(text, bounds);
  scan.advance(Infinity);
  return conclude(text, scan.fault);
}

/**
 * Reads a JSON body like `parseJson`, but a large one in slices, so that redirects need not wait for its end.
 *
 * @throws {ApiError} As `parseJson`.
 */
export async function parseJsonInSlices(body: Uint8Array): Promise<unknown> {
  if (body.length <= sliceCharacters) return parseJson(body);
  // Decoding and parsing cannot be divided, so each has a turn of its own.
  const text = decode(body);
  await nextTurn();
  const scan = new JsonScan(text, bounds);
  while (scan.advance(sliceCharacters)) await nextTurn();
  await nextTurn();
  return conclude(text, scan.fault);
}

function conclude(text: string, fault: JsonFault | undefined): unknown {
  const isParsed = fault === undefined || fault.kind === "duplicate" || fault.kind === "poisoned";
  if (!isParsed) throw new ApiError(codes[fault.kind]);
  const value = parse(text);
  // Only now: the scan leaves it to the parser to judge what is inside of strings and numbers.
  if (fault !== undefined) throw new ApiError(codes[fault.kind], { field: fault.path });
  return value;
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function decode(body: Uint8Array): string {
  if (body.length === 0) throw new ApiError("BODY_MISSING");
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
