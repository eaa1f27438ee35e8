import { LimiterError } from "@narrows/limiter";
import { createClientIdentity } from "@narrows/limiter/http";
import { MalformedValue, type ConfigKind } from "@narrows/service/config";

/** The proxies whose word about a client's address counts. */
export type TrustedProxies = {
  readonly isEmpty: boolean;
  /** Addresses and blocks, each as it was written, such as `10.0.0.0/8`. */
  readonly blocks: readonly string[];
};

/** Addresses and CIDR blocks. What one is, the limiter says, which tells clients apart by them; see `createSenderOf`. */
export const trustedProxiesKind: ConfigKind<TrustedProxies, ""> = {
  description: "a list of addresses and CIDR blocks, separated by commas, such as `10.0.0.0/8, ::1`",
  unit: "",
  parse: parseTrustedProxies,
};

/**
 * Reads addresses and blocks that are separated by commas; none of an empty text.
 *
 * @throws {MalformedValue} Names every part that is neither, or that is a block of IPv6 and means every IPv4 address.
 */
export function parseTrustedProxies(list: string): TrustedProxies {
  const blocks = list.trim() === "" ? [] : list.split(",").map((part) => part.trim());
  const malformed = blocks.filter((part) => !isBlock(part));
  if (malformed.length > 0) {
    throw new MalformedValue(
      `${named(malformed)}: each part must be an address or a CIDR block, such as 10.0.0.0/8 or ::1.`,
    );
  }
  const boundless = blocks.filter(namesEveryIpv4);
  if (boundless.length > 0) {
    throw new MalformedValue(
      `${named(boundless)} would mean every IPv4 address: name those that you mean, such as 64:ff9b::10.0.0.0/104.`,
    );
  }
  return { isEmpty: blocks.length === 0, blocks };
}

function isBlock(part: string): boolean {
  try {
    trusting(part);
    return true;
  } catch (error) {
    if (!(error instanceof LimiterError)) throw error;
    return false;
  }
}

/** What whoever writes 64:ff9b::/96 did not mean, for the limiter takes an address below it for the IPv4 address in it. */
function namesEveryIpv4(block: string): boolean {
  const trusts = trusting(block);
  return block.includes(":") && trusts("0.0.0.0") && trusts("255.255.255.255");
}

/** @throws {LimiterError} */
function trusting(block: string): (address: string) => boolean {
  const identity = createClientIdentity({ trustedProxies: [block], onWarning: () => undefined });
  return (remoteAddress) => identity({ remoteAddress, header: () => "192.0.2.1" }) === "ip:192.0.2.1";
}

function named(parts: readonly string[]): string {
  return parts
    .slice(0, 5)
    .map((part) => JSON.stringify(part.slice(0, 50)))
    .join(", ");
}
