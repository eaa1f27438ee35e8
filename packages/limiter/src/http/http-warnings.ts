import { giveOnce, type WarningSink } from "../warnings.ts";

/** Every misconfiguration that shows in a request. Each has its heading in docs/guide/limiter-warnings.md. */
export const httpWarnings = {
  ADDRESS_MISSING:
    "A request had no address: its connection is no IP connection, or the adapter was not told where to look. All such requests count as one client, `anonymous`. At a fetch handler set `remoteAddress`; behind a Unix socket give `trustedProxies` as a count.",
  LIMITER_TWICE:
    "One limiter was asked the same about one request twice, so that it was charged twice. Apply it once, or give each place a `route` of its own.",
  PROXY_HEADER_UNTRUSTED:
    "A request carries X-Forwarded-For or Forwarded, but no proxy is trusted: everybody behind the proxy counts as one client. Set `trustedProxies` to its addresses, or to [] when there is none.",
  TRUST_ALL:
    "`trustedProxies` holds every address there is, so that everybody can choose his own with a header, and no limit holds. Name your proxies only.",
} as const satisfies Record<string, string>;

export type HttpWarningCode = keyof typeof httpWarnings;

/**
 * Gives one of `httpWarnings`, once in the life of the process.
 *
 * @param message In the words of an entry whose options are others.
 */
export function warnOfHttp(code: HttpWarningCode, sink?: WarningSink, message: string = httpWarnings[code]): void {
  giveOnce(code, message, sink);
}
