import { parseAddress, parseHostAddress, type Address } from "./address.ts";
import { forwardedAddresses, type ForwardedHeader } from "./forwarded-addresses.ts";
import type { ProxyTrust } from "./trusted-proxies.ts";

/** What the server knows of where a request came from. */
export type RequestOrigin = {
  /** Of the connection; undefined when it is gone already, or is none of IP. */
  readonly remoteAddress: string | undefined;
  /** Whether nobody can be answered any more: the client has broken the connection off. */
  readonly isGone?: boolean;
  /** A request header by its name in lower case; repetitions joined by commas. */
  readonly header: (name: string) => string | undefined;
};

/**
 * Finds the address that a request comes from; undefined when there is none.
 *
 * What proxies say is believed only as far as they are trusted: from the nearest on, the first sender that is not one
 * of ours. A part that is no address discredits the header, and the connection's address is taken.
 */
export function clientAddress(
  origin: RequestOrigin,
  isTrusted: ProxyTrust,
  forwardedHeader: ForwardedHeader,
): Address | undefined {
  const peer = parseAddress(origin.remoteAddress ?? "");
  const said = isTrusted(0, peer) ? origin.header(forwardedHeader) : undefined;
  if (said === undefined) return peer;
  let sender = peer;
  for (const [index, part] of forwardedAddresses(forwardedHeader, said).entries()) {
    const address = parseHostAddress(part);
    if (address === undefined) return peer;
    sender = address;
    if (!isTrusted(index + 1, sender)) return sender;
  }
  return sender;
}
