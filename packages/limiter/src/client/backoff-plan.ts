import { shown } from "../shown.ts";
import { BackoffError } from "./backoff-error.ts";
import type { BackoffOptions } from "./backoff-options.ts";
import { sleepFor } from "./sleep-for.ts";

/** Every option, checked. */
export type Plan = Required<Omit<BackoffOptions, "signal">> & { readonly signal: AbortSignal | undefined };

type Rule = readonly [wanted: string, isRight: (value: unknown) => boolean];

const span: Rule = [
  "a number from 0 to below 2^31",
  (value) => typeof value === "number" && value >= 0 && value < 2 ** 31,
];
const call: Rule = ["a function", (value) => typeof value === "function"];

const rules: Readonly<Record<keyof BackoffOptions, Rule>> = {
  maxAttempts: ["a whole number of at least 1", (value) => Number.isInteger(value) && Number(value) >= 1],
  budgetMs: span,
  jitter: span,
  baseMs: span,
  repeatUnsafe: ["true or false", (value) => typeof value === "boolean"],
  signal: ["an AbortSignal", (value) => value instanceof AbortSignal],
  random: call,
  sleep: call,
  now: call,
  fetch: call,
};

/** @throws {BackoffError} `BACKOFF_OPTION_INVALID` */
export function planOf(options: BackoffOptions): Plan {
  if (typeof options !== "object" || options === null || Array.isArray(options)) {
    throw invalid(`The options are ${shown(options)}, not an object.`);
  }
  for (const name of Reflect.ownKeys(options)) {
    if (!Object.hasOwn(rules, name)) {
      throw invalid(`There is no option \`${String(name)}\`, but ${Object.keys(rules).join(", ")}.`);
    }
  }
  for (const [name, [wanted, isRight]] of Object.entries(rules)) {
    const value = options[name as keyof BackoffOptions];
    if (value !== undefined && !isRight(value)) throw invalid(`\`${name}\` is ${shown(value)}, not ${wanted}.`);
  }
  const { maxAttempts = 5, budgetMs = 60_000, jitter = 0.5, baseMs = 500, repeatUnsafe = false, signal } = options;
  // Looked up late, so that a test's or a framework's fetch is met.
  const { random = Math.random, sleep = sleepFor, now = Date.now, fetch: send = fetch } = options;
  return { maxAttempts, budgetMs, jitter, baseMs, repeatUnsafe, signal, random, sleep, now, fetch: send };
}

function invalid(what: string): BackoffError {
  return new BackoffError("BACKOFF_OPTION_INVALID", `fetchWithBackoff: ${what}`, 0);
}
