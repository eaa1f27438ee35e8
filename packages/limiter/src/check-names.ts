import { LimiterError, type LimiterErrorCode } from "./errors.ts";
import { shown } from "./shown.ts";

/**
 * Refuses options that there are not: they are misspelt, or meant for something else, and would do nothing.
 *
 * @param whose What takes them, for the message.
 * @throws {LimiterError} `OPTION_UNKNOWN`, or another `code`
 */
export function checkNames(whose: string, options: unknown, names: readonly string[], code?: LimiterErrorCode): void {
  if (typeof options !== "object" || options === null) throw noneOf(names, whose, options, code);
  for (const name of Reflect.ownKeys(options)) {
    if (!names.includes(name as string) && (options as Record<PropertyKey, unknown>)[name] !== undefined)
      throw noneOf(names, whose, name, code);
  }
}

/** That `whose` was given what it does not take. */
export function noneOf(
  allowed: readonly unknown[],
  whose: string,
  value: unknown,
  code: LimiterErrorCode = "OPTION_UNKNOWN",
): LimiterError {
  return new LimiterError(code, `${whose} takes ${allowed.join(", ")}, not ${shown(value)}.`);
}
