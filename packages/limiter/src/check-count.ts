import { LimiterError, type LimiterErrorCode } from "./errors.ts";
import { shown } from "./shown.ts";

/** The largest count: twice of it is below 2^53, so that a sum of two is exact. */
const largestCount = 2 ** 52 - 1;

/** Gives back a number of a policy, if it is a count. @throws {LimiterError} `POLICY_NUMBER_INVALID` */
export const checkCount = checkFor("POLICY_NUMBER_INVALID");

/** The same of an option of a store. @throws {LimiterError} `STORE_OPTION_INVALID` */
export const checkOption = checkFor("STORE_OPTION_INVALID");

/** Gives back units that are asked for. @throws {LimiterError} `COST_INVALID` */
export const checkCost = checkFor("COST_INVALID");

/** Units that are taken without asking, or given back. @throws {LimiterError} `UNITS_INVALID` */
export const checkUnits = checkFor("UNITS_INVALID");

/** The units of a policy. @throws {LimiterError} `POLICY_COST_INVALID` */
export const checkOwnCost = checkFor("POLICY_COST_INVALID");

function checkFor(code: LimiterErrorCode) {
  return (value: unknown, name: string, least: number, most = largestCount): number => {
    if (Number.isInteger(value) && (value as number) >= least && (value as number) <= most) return value as number;
    throw new LimiterError(code, `\`${name}\` is ${shown(value)}, not a whole number from ${least} to ${most}.`);
  };
}
