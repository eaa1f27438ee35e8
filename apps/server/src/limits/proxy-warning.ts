import type { IncomingMessage } from "node:http";
import type { Logger } from "@narrows/service";
import { hasForwardingHeader } from "../auth/forwarding-headers.ts";
import { createSenderOf } from "../auth/sender-of.ts";
import type { TrustedProxies } from "../trusted-proxies.ts";

/**
 * Makes what is told of every refusal, and warns once when one came through a proxy that is not trusted: then everybody
 * behind it is counted as one address. It may also be a client that makes up the header, so nobody is named.
 */
export function createProxyWarning(
  log: Pick<Logger, "warn">,
  trustedProxies: TrustedProxies,
): (request: IncomingMessage) => void {
  const senderOf = createSenderOf(trustedProxies);
  let isTold = false;
  return (request) => {
    if (isTold || !hasForwardingHeader(request.headers) || senderOf(request).isProxied) return;
    isTold = true;
    log.warn(
      { option: "TRUSTED_PROXIES" },
      "A limit has refused a request that says it came through a proxy, which TRUSTED_PROXIES does not name. If it is yours, everybody behind it counts as one address: name it. Said once.",
    );
  };
}
