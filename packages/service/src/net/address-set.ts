import { BlockList } from "node:net";
import { MalformedValue } from "../config/config-error.ts";
import { parseAddress, type Address } from "./address.ts";

/** A set of addresses. */
export interface AddressSet {
  readonly isEmpty: boolean;
  /** False for what is not an address. */
  has(address: string): boolean;
}

/**
 * Reads addresses and CIDR blocks that are separated by commas: `10.0.0.0/8, 2001:db8::/32, ::1`. An empty text is
 * the empty set. IPv4-mapped IPv6 addresses count as IPv4.
 *
 * @throws {MalformedValue} Names every part that is neither.
 */
export function parseAddressSet(list: string): AddressSet {
  const parts = list.trim() === "" ? [] : list.split(",").map((part) => part.trim());
  const blocks = new BlockList();
  const malformed = parts.filter((part) => !addPart(blocks, part));
  if (malformed.length > 0) throw new MalformedValue(describe(malformed));
  return {
    isEmpty: parts.length === 0,
    has: (text) => {
      const address = parseAddress(text);
      return address !== undefined && blocks.check(address.text, address.family);
    },
  };
}

const mappedPrefixBits = 96;

/** False when the part is neither an address nor a block. */
function addPart(blocks: BlockList, part: string): boolean {
  const match = /^([0-9A-Fa-f:.]+)(?:\/(\d{1,3}))?$/.exec(part);
  const written = match?.[1] ?? "";
  const address = parseAddress(written);
  if (address === undefined || (address.family === "ipv4" && /:\d+$/.test(written) && !written.startsWith(":"))) {
    return false;
  }
  const bits = prefixBits(address, written, match?.[2]);
  if (bits === undefined) return false;
  blocks.addSubnet(address.text, bits, address.family);
  return true;
}

function prefixBits(address: Address, written: string, prefix: string | undefined): number | undefined {
  const longest = address.family === "ipv4" ? 32 : 128;
  if (prefix === undefined) return longest;
  const isMapped = address.family === "ipv4" && written.includes(":");
  const bits = Number(prefix) - (isMapped ? mappedPrefixBits : 0);
  return bits >= 0 && bits <= longest ? bits : undefined;
}

function describe(malformed: readonly string[]): string {
  const named = malformed.slice(0, 5).map((part) => JSON.stringify(part.slice(0, 50)));
  return `${named.join(", ")}: each part must be an address or a CIDR block, such as 10.0.0.0/8 or ::1.`;
}
