import { ClickError } from "@narrows/clicks";
import { CodesError } from "@narrows/codes";
import { LinkError, StoreError } from "@narrows/links";
import { renderProblem } from "@narrows/service";
import type { Language } from "../language.ts";
import { ApiError } from "./api-error.ts";
import { clickProblemCodes } from "./click-problems.ts";
import { problemTable, type ProblemCode } from "./problem-table.ts";

/** A field's name comes from the client; a longer one is cut. */
const maxFieldChars = 100;

/** What one error means to a client: a code of the table, and what the answer needs beside it. */
export type ProblemAnswer = {
  readonly code: ProblemCode;
  readonly field: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** Instead of the table's. */
  readonly mend?: Readonly<Record<Language, string>> | undefined;
  /** Further members of the body. */
  readonly extensions?: Readonly<Record<string, unknown>> | undefined;
};

/** Finds what an error means to a client. Whatever is not known here is ours: `INTERNAL`. */
export function problemOf(error: unknown): ProblemAnswer {
  if (error instanceof ApiError) {
    const { code, field, headers, mend, extensions } = error;
    return { code, field, headers, mend, extensions };
  }
  if (error instanceof LinkError) return { code: error.code, field: fieldOf(error), headers: {} };
  if (error instanceof ClickError) {
    return { code: clickProblemCodes[error.code] ?? "INTERNAL", field: error.field, headers: {} };
  }
  if (error instanceof StoreError) return { code: error.code, field: undefined, headers: {} };
  if (error instanceof CodesError) {
    // Nothing but reserved words came up, in 33 tries; everything else is about the lease or the clock of this node.
    const code = error.code === "RESERVED_EXHAUSTED" ? "CODES_EXHAUSTED" : "CODES_UNAVAILABLE";
    return { code, field: undefined, headers: {} };
  }
  return { code: knownCode(error) ?? "INTERNAL", field: undefined, headers: {} };
}

/** The body of a problem answer. `type` leads into this service's own documentation. */
export function problemBody(
  code: ProblemCode,
  language: Language,
  details: Partial<Pick<ProblemAnswer, "field" | "mend" | "extensions">> = {},
): string {
  const { status, title, mend: usualMend } = problemTable[code];
  const { field, mend = usualMend, extensions = {} } = details;
  return renderProblem({
    type: `/~/docs#${code}`,
    title: title[language],
    status,
    code,
    detail: describe(title[language], field),
    ...(field === undefined ? {} : { field: shorten(field) }),
    mend: mend[language],
    extensions,
  });
}

/** Retry-After where another try may help. */
export function retryHeaders(code: ProblemCode): Readonly<Record<string, string>> {
  const seconds = problemTable[code].retryAfterSeconds;
  return seconds === undefined ? {} : { "retry-after": String(seconds) };
}

function describe(title: string, field: string | undefined): string {
  return field === undefined ? title : `${shorten(field)}: ${title}`;
}

function shorten(field: string): string {
  return field.length > maxFieldChars ? `${field.slice(0, maxFieldChars)}…` : field;
}

/** The link rules know no headers. */
function fieldOf({ code, field }: LinkError): string | undefined {
  return code === "VERSION_MISMATCH" ? "If-Match" : field;
}

/**
 * The framework's own refusals (node_modules/fastify/docs/Reference/Errors.md) that a client can cause, and what the
 * system says when no more files can be opened, which passes with the connections that hold them.
 */
const knownCodes: Readonly<Record<string, ProblemCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: "BODY_TOO_LARGE",
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "CONTENT_TYPE_UNSUPPORTED",
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: "REQUEST_MALFORMED",
  FST_ERR_CTP_EMPTY_JSON_BODY: "BODY_MISSING",
  FST_ERR_BAD_URL: "NOT_FOUND",
  FST_ERR_MAX_PARAM_LENGTH: "NOT_FOUND",
  FST_ERR_NOT_FOUND: "NOT_FOUND",
  ECONNRESET: "REQUEST_MALFORMED",
  EMFILE: "NOT_READY",
  ENFILE: "NOT_READY",
};

function knownCode(error: unknown): ProblemCode | undefined {
  if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string") return undefined;
  return Object.hasOwn(knownCodes, error.code) ? knownCodes[error.code] : undefined;
}
