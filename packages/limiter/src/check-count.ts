import { invalidValue } from "./errors.ts";

/** The largest count: twice of it is below 2^53, so that a sum of two is exact. */
const largestCount = 2 ** 52 - 1;

/**
 * Gives back a count, if it is one.
 *
 * @throws {LimiterError} `POLICY_NUMBER_INVALID`
 */
export function checkCount(value: unknown, name: string, least: number, most = largestCount): number {
  if (typeof value === "number" && Number.isInteger(value) && value >= least && value <= most) return value;
  throw invalidValue("POLICY_NUMBER_INVALID", name, value);
}
