import { warnOfHttp } from "../http/http-warnings.ts";
import type { WarningSink } from "../warnings.ts";

/** What each limiter was asked for each request. */
const askedBy = new WeakMap<object, WeakMap<object, unknown>>();

/** Warns when a limiter is asked the same for one request a second time: it would be charged twice. */
export function createTwiceWatch(limiter: object, onWarning: WarningSink | undefined) {
  const asked = askedBy.get(limiter) ?? new WeakMap<object, unknown>();
  askedBy.set(limiter, asked);
  return (request: object, what: unknown): void => {
    if (asked.has(request) && JSON.stringify(asked.get(request)) === JSON.stringify(what)) {
      warnOfHttp("LIMITER_TWICE", onWarning);
    }
    asked.set(request, what);
  };
}
