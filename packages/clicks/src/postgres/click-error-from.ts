import { ClickError, type ClickErrorCode } from "../click-error.ts";

/** What went wrong with PostgreSQL, as one of our own errors; those that are pass through. */
export function clickErrorFrom(error: unknown, code: ClickErrorCode): ClickError {
  if (error instanceof ClickError) return error;
  const message = error instanceof Error ? error.message : String(error);
  const state = error instanceof Error && "code" in error ? ` (${String(error.code)})` : "";
  return new ClickError(code, `PostgreSQL: ${message}${state}.`, { cause: error });
}
