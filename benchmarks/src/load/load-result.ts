import type { LoadResult } from "./load-generator.ts";

/** Reads what a generator printed as one JSON object. @throws When a number is missing. */
export function parseLoadResult(json: string): LoadResult {
  const printed: unknown = JSON.parse(json);
  return {
    requests: numberIn(printed, "requests"),
    errors: numberIn(printed, "errors"),
    seconds: numberIn(printed, "seconds"),
    p99Ms: numberIn(printed, "p99Ms"),
  };
}

/** The number in field `name` of a parsed JSON object. */
export function numberIn(printed: unknown, name: string): number {
  const fields: Readonly<Record<string, unknown>> = { ...(typeof printed === "object" && printed) };
  const value = fields[name];
  if (typeof value !== "number") throw new Error(`The load generator printed no number "${name}".`);
  return value;
}
