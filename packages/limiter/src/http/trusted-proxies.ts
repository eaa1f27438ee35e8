import { LimiterError } from "../errors.ts";
import { shown } from "../shown.ts";
import { isInBlock, parseAddressBlock, type AddressBlock } from "./address-block.ts";
import type { Address } from "./address.ts";

/**
 * The proxies that are yours: their addresses and CIDR blocks, or how many stand in a row before this server. With a
 * number, nobody may reach the server past them.
 */
export type TrustedProxies = readonly string[] | number;

/** Tells whether the sender at `hop` (0: who holds the connection) is a proxy of ours. */
export type ProxyTrust = (hop: number, sender: Address | undefined) => boolean;

/** @throws {LimiterError} `HTTP_OPTION_INVALID` */
export function proxyTrust(proxies: TrustedProxies): ProxyTrust {
  if (typeof proxies === "number") {
    if (!Number.isSafeInteger(proxies) || proxies < 0) throw invalid(String(proxies));
    return (hop) => hop < proxies;
  }
  if (!Array.isArray(proxies)) throw invalid(shown(proxies));
  const blocks = proxies.map(parseBlock);
  return (_hop, sender) => sender !== undefined && blocks.some((block) => isInBlock(sender, block));
}

/** Whether everybody is trusted: then everybody chooses his own address. */
export function trustsEverybody(proxies: TrustedProxies): boolean {
  return typeof proxies !== "number" && proxies.some((text) => parseAddressBlock(text)?.prefixBits === 0);
}

function parseBlock(text: string): AddressBlock {
  const block = typeof text === "string" ? parseAddressBlock(text) : undefined;
  if (block === undefined) throw invalid(shown(text));
  return block;
}

function invalid(what: string): LimiterError {
  return new LimiterError(
    "HTTP_OPTION_INVALID",
    `trustedProxies: ${what} is neither an address, a CIDR block nor a count of proxies.`,
  );
}
