import { LimiterError } from "../errors.ts";
import { shown } from "../shown.ts";

/** What an option may be. Undefined always is: it means the default. */
export type OptionRule = {
  readonly isRight: (value: unknown) => boolean;
  /** Completes "It is …". */
  readonly allowed: string;
};

/** By name: every option that there is. */
export type OptionRules<Name extends string = string> = Readonly<Record<Name, OptionRule>>;

export const isFunction = (value: unknown): boolean => typeof value === "function";

export const functionRule: OptionRule = { isRight: isFunction, allowed: "a function" };

/** For what is looked at where it is used. */
export const anyRule: OptionRule = { isRight: () => true, allowed: "anything" };

/**
 * Refuses options that would be ignored, or fail at the first request.
 *
 * @param call Whose options they are, for the message.
 * @param replaced What to do instead, of options that somebody may know from elsewhere.
 * @throws {LimiterError} `HTTP_OPTION_INVALID`
 */
export function checkOptions(
  call: string,
  options: unknown,
  rules: OptionRules,
  replaced: Readonly<Record<string, string>> = {},
): void {
  if (typeof options !== "object" || options === null) throw invalid(`${call}: options are ${shown(options)}.`);
  for (const [name, value] of Object.entries(options)) {
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
    const isKnown = rule !== undefined;
    if (!isKnown && Object.hasOwn(replaced, name)) throw invalid(`${call}({ ${name} }): ${replaced[name]}`);
    if (!isKnown) throw invalid(`${call} has no option \`${name}\`, but ${Object.keys(rules).join(", ")}.`);
    if (value === undefined || rule.isRight(value)) continue;
    throw invalid(`${call}({ ${name} }) is ${shown(value)}. It is ${rule.allowed}.`);
  }
}

export function invalid(what: string): LimiterError {
  return new LimiterError("HTTP_OPTION_INVALID", what);
}
