import { MalformedValue } from "../config/config-error.ts";
import { parseAddress, type Address } from "./address.ts";

/** Addresses and blocks of addresses, by which a configuration names a set of them. */
export interface AddressSet {
  readonly isEmpty: boolean;
  /** Each as it was written, such as `10.0.0.0/8`. */
  readonly blocks: readonly string[];
}

/**
 * Reads addresses and CIDR blocks that are separated by commas: `10.0.0.0/8, 2001:db8::/32, ::1`. An empty text is
 * the empty set.
 *
 * @throws {MalformedValue} Names every part that is neither.
 */
export function parseAddressSet(list: string): AddressSet {
  const blocks = list.trim() === "" ? [] : list.split(",").map((part) => part.trim());
  const malformed = blocks.filter((part) => !isBlock(part));
  if (malformed.length > 0) throw new MalformedValue(describe(malformed));
  return { isEmpty: blocks.length === 0, blocks };
}

/** What is before the IPv4 address in one of IPv6. */
const embeddingPrefixBits = 96;
/** An address below NAT64's well-known prefix, 64:ff9b::/96 (RFC 6052), as `parseAddress` writes it. */
const nat64Form = /^64:ff9b::(?:[0-9a-f]{1,4}(?::[0-9a-f]{1,4})?)?$/;

function isBlock(part: string): boolean {
  const match = /^([0-9A-Fa-f:.]+)(?:\/(\d{1,3}))?$/.exec(part);
  const written = match?.[1] ?? "";
  const address = parseAddress(written);
  if (address === undefined || (address.family === "ipv4" && /:\d+$/.test(written) && !written.startsWith(":"))) {
    return false;
  }
  return hasRightPrefix(address, written, match?.[2]);
}

function hasRightPrefix(address: Address, written: string, prefix: string | undefined): boolean {
  if (prefix === undefined) return true;
  const isMapped = address.family === "ipv4" && written.includes(":");
  // Whoever tells clients apart takes these for the IPv4 addresses in them, of which the prefix alone names every one.
  const isTranslated = nat64Form.test(address.text);
  const bits = Number(prefix) - (isMapped || isTranslated ? embeddingPrefixBits : 0);
  if (isTranslated && bits === 0) return false;
  return bits >= 0 && bits <= (address.family === "ipv4" || isTranslated ? 32 : 128);
}

function describe(malformed: readonly string[]): string {
  const named = malformed.slice(0, 5).map((part) => JSON.stringify(part.slice(0, 50)));
  const rule = "each part must be an address or a CIDR block, such as 10.0.0.0/8 or ::1.";
  const hint = malformed.some((part) => /^64:ff9b:/i.test(part))
    ? " 64:ff9b::/96 would mean every IPv4 address: name those that you mean, such as 64:ff9b::10.0.0.0/104."
    : "";
  return `${named.join(", ")}: ${rule}${hint}`;
}
