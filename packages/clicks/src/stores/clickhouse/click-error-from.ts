import { ClickError } from "../../click-error.ts";

/** What went wrong with ClickHouse, as one of our own errors; those that are pass through. */
export function clickErrorFrom(error: unknown): ClickError {
  if (error instanceof ClickError) return error;
  const message = error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);
  // A number of ClickHouse, or a name of the operating system.
  const code = error instanceof Error && "code" in error ? ` (${String(error.code)})` : "";
  return new ClickError("STORE_UNAVAILABLE", `ClickHouse: ${message.slice(0, 300)}${code}.`, { cause: error });
}
