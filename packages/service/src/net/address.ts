import { isIP, SocketAddress } from "node:net";

/** An address in its one canonical spelling. */
export type Address = { readonly family: "ipv4" | "ipv6"; readonly text: string };

/** The longest spelling: brackets, 45 characters, a zone of 64, a port. What is longer comes from somebody's imagination. */
const maxChars = 118;

/**
 * Reads an address as a socket or a forwarding header gives it; undefined when it is none.
 *
 * Brackets, port and zone are stripped; IPv6 is written as in RFC 5952, and an IPv4-mapped address is IPv4
 * (RFC 4291, 2.5.5.2), so that one client has one spelling.
 */
export function parseAddress(text: string): Address | undefined {
  const trimmed = text.trim();
  if (trimmed.length > maxChars) return undefined;
  const bare = withoutZone(withoutPort(trimmed));
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

/** Whether an IPv6 address is before the zone is for `isIP` to say. */
function withoutZone(text: string): string {
  const zoneAt = text.indexOf("%");
  return zoneAt !== -1 && zoneForm.test(text.slice(zoneAt + 1)) ? text.slice(0, zoneAt) : text;
}

const zoneForm = /^[A-Za-z0-9_.~-]{1,64}$/;
