import { clickClasses, clickDimensions, grains } from "@narrows/clicks";
import { OptionError } from "../cli-error.ts";

/** The options of a report that only some values can stand in. */
export type StatsChoices = {
  readonly by?: string;
  readonly class?: string;
  readonly grain?: string;
  readonly limit?: string;
  readonly zone?: string;
};

/** @throws {OptionError} When one of them has another value, or is of no use beside the others. */
export function requireStatsChoices({ by, class: counted, grain, limit, zone }: StatsChoices): void {
  requireOneOf("--by", by, clickDimensions);
  requireOneOf("--class", counted, [...clickClasses, "all"]);
  requireOneOf("--grain", grain, grains);
  if (zone !== undefined && !isZone(zone)) throw new OptionError("--zone", "expected.zone");
  if (grain !== "minute") return;
  if (by !== undefined) throw new OptionError("--by", "expected.notWithMinutes");
  if (limit !== undefined) throw new OptionError("--limit", "expected.notWithMinutes");
}

function requireOneOf(option: string, given: string | undefined, values: readonly string[]): void {
  if (given === undefined || values.includes(given)) return;
  throw new OptionError(option, "expected.oneOf", { values: values.join(", ") });
}

/** By the rules of the service: Intl alone takes fixed offsets such as `+09:00`, too. */
function isZone(name: string): boolean {
  if (/^[+-]/.test(name)) return false;
  try {
    new Date(0).toLocaleString("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
