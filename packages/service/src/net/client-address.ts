import type { AddressSet } from "./address-set.ts";
import { parseAddress } from "./address.ts";

/**
 * Finds whom a request comes from, in one canonical spelling.
 *
 * X-Forwarded-For is believed only as far as trusted proxies wrote it: from the right, the first address that is not
 * itself a trusted proxy. A part that is not an address discredits the header, and the socket's address is taken.
 *
 * @param forwardedFor The header as node gives it: repetitions joined by commas, in order.
 */
export function clientAddress(
  socketAddress: string,
  forwardedFor: string | undefined,
  trustedProxies: AddressSet,
): string {
  const peer = parseAddress(socketAddress)?.text ?? socketAddress;
  if (forwardedFor === undefined || !trustedProxies.has(peer)) return peer;
  let nearest = peer;
  for (const part of forwardedFor.split(",").toReversed()) {
    const address = parseAddress(part);
    if (address === undefined) return peer;
    nearest = address.text;
    if (!trustedProxies.has(nearest)) return nearest;
  }
  return nearest;
}
