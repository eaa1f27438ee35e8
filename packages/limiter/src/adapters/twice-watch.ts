import { warnOfHttp } from "../http/http-warnings.ts";
import type { WarningSink } from "../warnings.ts";

/** What each limiter was asked for each request. */
const askedBy = new WeakMap<object, WeakMap<object, unknown>>();

/** Warns when a limiter is asked the same for one request a second time: it would be charged twice. */
export function createTwiceWatch(limiter: object, onWarning: WarningSink | undefined) {
  const asked = askedBy.get(limiter) ?? new WeakMap<object, unknown>();
  askedBy.set(limiter, asked);
  return (request: object, what: unknown): void => {
    if (asked.has(request) && isSame(asked.get(request), what)) warnOfHttp("LIMITER_TWICE", onWarning);
    asked.set(request, what);
  };
}

/** Looks no deeper than at the parts of a scope: what else a limiter may be asked about can be large, or cyclic. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (!isPlain(one) || !isPlain(other)) return false;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && one[name] === other[name])
  );
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
