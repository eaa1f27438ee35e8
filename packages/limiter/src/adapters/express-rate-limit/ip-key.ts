import { addressText, parseAddress } from "../../http/address.ts";
import { warnOfHttp } from "../../http/http-warnings.ts";
import type { ExpressMessage, ExpressReply } from "../express-messages.ts";
import { warningSink, type UsedOptions } from "./options.ts";

/** An IPv4 address itself, or the network of an IPv6 address; for key generators that fall back to `request.ip`. */
export function ipKeyGenerator(ip: string, ipv6Subnet: number | false = 56): string {
  const address = parseAddress(ip);
  return address === undefined ? ip : addressText(address, ipv6Subnet === false ? 128 : ipv6Subnet);
}

/** The default key: `request.ip`, so that Express's own setting `trust proxy` says whom to believe. */
export async function ipKey(request: ExpressMessage, response: ExpressReply, options: UsedOptions): Promise<string> {
  const { ipv6Subnet } = options;
  warnOfTrust(request, options);
  if (request.ip === undefined) {
    warnOfHttp("ADDRESS_MISSING", warningSink(options));
    return "anonymous";
  }
  return ipKeyGenerator(
    request.ip,
    typeof ipv6Subnet === "function" ? await ipv6Subnet(request, response) : ipv6Subnet,
  );
}

function warnOfTrust(request: ExpressMessage, options: UsedOptions): void {
  const trust = request.app?.get("trust proxy");
  const warns = (validation: string) => isValidated(options, validation);
  if (trust === true && warns("trustProxy")) warnOfHttp("TRUST_ALL", warningSink(options));
  if (trust !== false) return;
  const isForwarded =
    (request.headers["x-forwarded-for"] !== undefined && warns("xForwardedForHeader")) ||
    (request.headers["forwarded"] !== undefined && warns("forwardedHeader"));
  if (isForwarded) warnOfHttp("PROXY_HEADER_UNTRUSTED", warningSink(options));
}

function isValidated({ validate }: UsedOptions, validation: string): boolean {
  return typeof validate === "boolean" ? validate : (validate[validation] ?? validate["default"] ?? true);
}
