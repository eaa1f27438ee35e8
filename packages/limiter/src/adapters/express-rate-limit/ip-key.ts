import { addressText, parseAddress } from "../../http/address.ts";
import { warnOfHttp, type HttpWarningCode } from "../../http/http-warnings.ts";
import type { ExpressMessage, ExpressReply } from "../express-messages.ts";
import { warningSink, type UsedOptions } from "./options.ts";

/** An IPv4 address itself, or the network of an IPv6 address; for key generators that fall back to `request.ip`. */
export function ipKeyGenerator(ip: string, ipv6Subnet: number | false = 56): string {
  const address = parseAddress(ip);
  return address === undefined ? ip : addressText(address, ipv6Subnet === false ? 128 : ipv6Subnet);
}

/** What is wrong, in the words of this entry's options. */
const warnings = {
  ADDRESS_MISSING:
    "A request had no `request.ip`: its connection is no IP connection. All such requests count as one client, `anonymous`. Behind a Unix socket set Express's `trust proxy`, or give a `keyGenerator`.",
  PROXY_HEADER_UNTRUSTED:
    "A request carries X-Forwarded-For or Forwarded, but Express's `trust proxy` is false: everybody behind the proxy counts as one client. Set `trust proxy` to its addresses, or, when there is none, `validate: { xForwardedForHeader: false, forwardedHeader: false }`.",
  TRUST_ALL:
    "Express's `trust proxy` is true, so that everybody can choose his own address with a header, and no limit holds. Set it to your proxies' addresses, or to how many stand in a row.",
} as const satisfies Partial<Record<HttpWarningCode, string>>;

function warn(code: keyof typeof warnings, options: UsedOptions): void {
  warnOfHttp(code, warningSink(options), warnings[code]);
}

/** The default key: `request.ip`, so that Express's own setting `trust proxy` says whom to believe. */
export async function ipKey(request: ExpressMessage, response: ExpressReply, options: UsedOptions): Promise<string> {
  const { ipv6Subnet } = options;
  warnOfTrust(request, options);
  if (request.ip === undefined) {
    warn("ADDRESS_MISSING", options);
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
  if (trust === true && warns("trustProxy")) warn("TRUST_ALL", options);
  if (trust !== false) return;
  const isForwarded =
    (request.headers["x-forwarded-for"] !== undefined && warns("xForwardedForHeader")) ||
    (request.headers["forwarded"] !== undefined && warns("forwardedHeader"));
  if (isForwarded) warn("PROXY_HEADER_UNTRUSTED", options);
}

function isValidated({ validate }: UsedOptions, validation: string): boolean {
  return typeof validate === "boolean" ? validate : (validate[validation] ?? validate["default"] ?? true);
}
