/** The media type of an error body (RFC 9457). */
export const problemContentType = "application/problem+json";

/** An error as HTTP clients see it: problem details of RFC 9457 with a stable code and a way to mend it. */
export type Problem = {
  /** A URI that identifies the kind of problem. */
  readonly type: string;
  readonly title: string;
  /** The HTTP status. */
  readonly status: number;
  /** Stable, for programs: `ALIAS_TAKEN`. */
  readonly code: string;
  /** What happened this time. */
  readonly detail: string;
  /** The field of the request that is at fault. */
  readonly field?: string;
  /** One sentence: what to change. */
  readonly mend?: string;
  /** Further members (RFC 9457, 3.2), behind the others. */
  readonly extensions?: Readonly<Record<string, unknown>>;
};

const escapes: Readonly<Record<string, string>> = { "<": "\\u003c", ">": "\\u003e", "&": "\\u0026" };

/** Writes a problem as JSON that stays harmless even where something mistakes it for HTML. */
export function renderProblem(problem: Problem): string {
  const { type, title, status, code, detail, field, mend, extensions } = problem;
  return JSON.stringify({ type, title, status, code, detail, field, mend, ...extensions }).replace(
    /[<>&]/g,
    (character) => escapes[character] ?? "",
  );
}
