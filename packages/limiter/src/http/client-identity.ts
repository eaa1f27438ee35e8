import { LimiterError } from "../errors.ts";
import { shown } from "../shown.ts";
import type { WarningSink } from "../warnings.ts";
import { addressText } from "./address.ts";
import { clientAddress, type RequestOrigin } from "./client-address.ts";
import { forwardedHeaders, type ForwardedHeader } from "./forwarded-addresses.ts";
import { warnOfHttp } from "./http-warnings.ts";
import { proxyTrust, trustsEverybody, type TrustedProxies } from "./trusted-proxies.ts";

export type ClientIdentityOptions = {
  /**
   * Whose word about the client's address counts. Default: nobody's, and a request that came through a proxy counts as
   * the proxy's. `[]` says that there is none, and warns of no header.
   */
  readonly trustedProxies?: TrustedProxies;
  /** The header that these proxies write. Default: `x-forwarded-for`. */
  readonly forwardedHeader?: ForwardedHeader;
  /** How much of an IPv6 address is one client: a customer has a whole network of them. 32 to 128. Default: 64. */
  readonly ipv6PrefixBits?: number;
  readonly onWarning?: WarningSink;
};

/**
 * Names the client of a request: `id:` and what it authenticated as, else `ip:` and its address or IPv6 network, else
 * `anonymous`. Never empty, so that nobody goes uncounted.
 *
 * @param authenticatedAs A text; undefined, null or empty where nobody has.
 * @throws {LimiterError} `HTTP_OPTION_INVALID` for what is no text.
 */
export type ClientIdentity = (origin: RequestOrigin, authenticatedAs?: string | null) => string;

/** @throws {LimiterError} `HTTP_OPTION_INVALID` */
export function createClientIdentity(options: ClientIdentityOptions = {}): ClientIdentity {
  const { trustedProxies, forwardedHeader = "x-forwarded-for", ipv6PrefixBits = 64, onWarning } = options;
  if (!Number.isInteger(ipv6PrefixBits) || ipv6PrefixBits < 32 || ipv6PrefixBits > 128) {
    throw new LimiterError(
      "HTTP_OPTION_INVALID",
      `ipv6PrefixBits: ${ipv6PrefixBits} is not a whole number from 32 to 128.`,
    );
  }
  if (!forwardedHeaders.includes(forwardedHeader)) {
    throw new LimiterError(
      "HTTP_OPTION_INVALID",
      `forwardedHeader: ${shown(forwardedHeader)} is not ${forwardedHeaders.join(" or ")}.`,
    );
  }
  const isTrusted = proxyTrust(trustedProxies === undefined ? [] : trustedProxies);
  if (trustedProxies !== undefined && trustsEverybody(trustedProxies)) warnOfHttp("TRUST_ALL", onWarning);
  return (origin, authenticatedAs) => {
    if (isSomebody(authenticatedAs)) return `id:${authenticatedAs}`;
    if (trustedProxies === undefined && hasProxyHeader(origin)) warnOfHttp("PROXY_HEADER_UNTRUSTED", onWarning);
    const address = clientAddress(origin, isTrusted, forwardedHeader);
    if (address !== undefined) return `ip:${addressText(address, ipv6PrefixBits)}`;
    warnOfHttp("ADDRESS_MISSING", onWarning);
    return "anonymous";
  };
}

/** What is written as a text by itself could be the same for many: `id:null`, `id:[object Object]`. */
function isSomebody(id: string | null | undefined): id is string {
  if (id === undefined || id === null) return false;
  if (typeof id === "string") return id !== "";
  throw new LimiterError("HTTP_OPTION_INVALID", `\`identify\` gave ${shown(id)}; it gives a text, or null for nobody.`);
}

function hasProxyHeader({ header }: RequestOrigin): boolean {
  return header("x-forwarded-for") !== undefined || header("forwarded") !== undefined;
}
