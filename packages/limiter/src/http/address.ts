/** An IP address as groups of 16 bits: two of IPv4, eight of IPv6. */
export type Address = readonly number[];

/**
 * Reads an IP address in any spelling that RFC 4291 and the dotted quad allow; undefined when it is none.
 *
 * One client has one address: an IPv4-mapped address (RFC 4291, 2.5.5.2) and one translated by NAT64's well-known
 * prefix (RFC 6052) are the IPv4 address in them. A zone is dropped.
 */
export function parseAddress(text: string): Address | undefined {
  // The longest spelling has 45 characters, a zone can be as long as an interface's name.
  if (text.length > 128) return undefined;
  if (!text.includes(":")) return parseIpv4(text);
  const groups = parseIpv6(withoutZone(text));
  return groups === undefined ? undefined : embeddedIpv4(groups);
}

/** Reads an address as proxies write it: perhaps in brackets, with a port or quoted. */
export function parseHostAddress(text: string): Address | undefined {
  const bare = text.trim();
  const bracketed = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(bare)?.[1];
  if (bracketed !== undefined) return bracketed.includes(":") ? parseAddress(bracketed) : undefined;
  return parseAddress(/^([^:]+):\d{1,5}$/.exec(bare)?.[1] ?? bare);
}

/** The canonical spelling (RFC 5952), with what lies beyond `prefixBits` of an IPv6 address set to zero and the prefix named. */
export function addressText(address: Address, prefixBits = 128): string {
  if (address.length === 2) return address.flatMap((group) => [group >> 8, group & 255]).join(".");
  const kept = address.map((group, index) => group & groupMask(prefixBits, index));
  const text = shortened(kept);
  return prefixBits === 128 ? text : `${text}/${prefixBits}`;
}

/** The bits of the group at `index` that a prefix of so many bits covers. */
export function groupMask(prefixBits: number, index: number): number {
  const bits = Math.min(Math.max(prefixBits - index * 16, 0), 16);
  return (0xffff << (16 - bits)) & 0xffff;
}

function parseIpv4(text: string): Address | undefined {
  const match = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text);
  if (match === null) return undefined;
  const parts = match.slice(1);
  // A leading zero is octal to some and decimal to others.
  if (parts.some((part) => Number(part) > 255 || (part.length > 1 && part.startsWith("0")))) return undefined;
  const [a = 0, b = 0, c = 0, d = 0] = parts.map(Number);
  return [a * 256 + b, c * 256 + d];
}

function parseIpv6(text: string): Address | undefined {
  const halves = text.split("::");
  if (halves.length > 2) return undefined;
  const [head, tail] = halves.map((half, index) => parseGroups(half, index === halves.length - 1));
  if (head === undefined || (halves.length === 2 && tail === undefined)) return undefined;
  const missing = 8 - head.length - (tail?.length ?? 0);
  // "::" stands for at least one group.
  if (tail === undefined ? missing !== 0 : missing < 1) return undefined;
  return [...head, ...Array.from({ length: missing }, () => 0), ...(tail ?? [])];
}

function parseGroups(text: string, isLast: boolean): Address | undefined {
  if (text === "") return [];
  const groups: number[] = [];
  const parts = text.split(":");
  for (const [index, part] of parts.entries()) {
    const isQuad = isLast && index === parts.length - 1 && part.includes(".");
    const read = isQuad ? parseIpv4(part) : parseGroup(part);
    if (read === undefined) return undefined;
    groups.push(...read);
  }
  return groups;
}

function parseGroup(part: string): Address | undefined {
  return /^[0-9a-f]{1,4}$/i.test(part) ? [Number.parseInt(part, 16)] : undefined;
}

function withoutZone(text: string): string {
  return /^([^%]+)%[\w.:~-]+$/.exec(text)?.[1] ?? text;
}

const mappedPrefix = "0:0:0:0:0:65535";
/** 64:ff9b::/96. */
const nat64Prefix = "100:65435:0:0:0:0";

function embeddedIpv4(groups: Address): Address {
  const prefix = groups.slice(0, 6).join(":");
  return prefix === mappedPrefix || prefix === nat64Prefix ? groups.slice(6) : groups;
}

/** RFC 5952, 4.2: the first of the longest runs of zero groups becomes "::", if it is longer than one. */
function shortened(groups: Address): string {
  const text = groups.map((group) => group.toString(16)).join(":");
  const runs = text.match(/\b0(?::0)+\b/g) ?? [];
  const longest = runs.reduce((best, run) => (run.length > best.length ? run : best), "");
  return longest === "" ? text : text.replace(new RegExp(`(?:^|:)\\b${longest}\\b(?::|$)`), "::");
}
