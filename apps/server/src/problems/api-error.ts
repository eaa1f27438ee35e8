import type { Language } from "../language.ts";
import type { ProblemCode } from "./problem-table.ts";

export type ApiErrorOptions = {
  /** The field, parameter or header at fault. */
  readonly field?: string;
  /** Headers that the answer must carry, such as WWW-Authenticate. */
  readonly headers?: Readonly<Record<string, string>>;
  /** How to mend this very request, where that is known better than by the code alone. */
  readonly mend?: Readonly<Record<Language, string>>;
  /** Further members of the answer's body (RFC 9457, 3.2). */
  readonly extensions?: Readonly<Record<string, unknown>>;
};

/** A refusal by the HTTP side of the service; the links' own refusals are `LinkError`s. */
export class ApiError extends Error {
  readonly code: ProblemCode;
  readonly field: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly mend: Readonly<Record<Language, string>> | undefined;
  readonly extensions: Readonly<Record<string, unknown>> | undefined;

  constructor(code: ProblemCode, { field, headers = {}, mend, extensions }: ApiErrorOptions = {}) {
    super(code);
    this.name = "ApiError";
    this.code = code;
    this.field = field;
    this.headers = headers;
    this.mend = mend;
    this.extensions = extensions;
  }
}
