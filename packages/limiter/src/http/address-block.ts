import { groupMask, parseAddress, type Address } from "./address.ts";

/** All addresses that begin with the same bits. */
export type AddressBlock = { readonly base: Address; readonly prefixBits: number };

/** Reads an address or a CIDR block: `10.0.0.0/8`, `2001:db8::/32`, `::1`; undefined when it is neither. */
export function parseAddressBlock(text: string): AddressBlock | undefined {
  const match = /^([0-9a-f:.]+)(?:\/(\d{1,3}))?$/i.exec(text.trim());
  const base = parseAddress(match?.[1] ?? "");
  if (match === null || base === undefined) return undefined;
  const isEmbedded = base.length === 2 && (match[1] ?? "").includes(":");
  const bits = match[2] === undefined ? base.length * 16 : Number(match[2]) - (isEmbedded ? 96 : 0);
  return bits < 0 || bits > base.length * 16 ? undefined : { base, prefixBits: bits };
}

/** Whether an address lies in a block; one of IPv4 never lies in a block of IPv6. */
export function isInBlock(address: Address, { base, prefixBits }: AddressBlock): boolean {
  if (address.length !== base.length) return false;
  return base.every((group, index) => ((group ^ (address[index] ?? 0)) & groupMask(prefixBits, index)) === 0);
}
