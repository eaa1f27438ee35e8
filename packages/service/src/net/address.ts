import { isIP, SocketAddress } from "node:net";

/** An address in its one canonical spelling. */
export type Address = { readonly family: "ipv4" | "ipv6"; readonly text: string };

/**
 * Reads an address as a socket or a forwarding header gives it; undefined when it is none.
 *
 * Brackets, port and zone are stripped; IPv6 is written as in RFC 5952, and an IPv4-mapped address is IPv4
 * (RFC 4291, 2.5.5.2), so that one client has one spelling.
 */
export function parseAddress(text: string): Address | undefined {
  const bare = withoutZone(withoutPort(text.trim()));
  if (isIP(bare) === 4) return { family: "ipv4", text: bare };
  if (isIP(bare) !== 6) return undefined;
  const canonical = new SocketAddress({ address: bare, family: "ipv6" }).address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(canonical)?.[1];
  return mapped === undefined ? { family: "ipv6", text: canonical } : { family: "ipv4", text: mapped };
}

function withoutPort(text: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text)?.[1];
  if (bracketed !== undefined) return isIP(withoutZone(bracketed)) === 6 ? bracketed : "";
  return /^(\d+\.\d+\.\d+\.\d+):\d{1,5}$/.exec(text)?.[1] ?? text;
}

function withoutZone(text: string): string {
  return /^([0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*)%[A-Za-z0-9_.~-]{1,64}$/.exec(text)?.[1] ?? text;
}
