import type { IncomingMessage } from "node:http";
import { createClientIdentity } from "@narrows/limiter/http";
import type { TrustedProxies } from "../trusted-proxies.ts";

/** Where a request comes from. */
export type Sender = {
  /** In one spelling; `anonymous` where the connection is gone already. */
  readonly address: string;
  /** Whether a trusted proxy holds the connection, so that another request on it may come from somebody else. */
  readonly isProxied: boolean;
};

/**
 * Finds where a request comes from, as far as trusted proxies can be believed: by the limiter's own rule, so that nobody is
 * one client to the limits and another one to the rest.
 */
export function createSenderOf(trustedProxies: TrustedProxies): (request: IncomingMessage) => Sender {
  const identity = createClientIdentity({
    trustedProxies: trustedProxies.blocks,
    ipv6PrefixBits: 128,
    // A connection that is gone is nobody's fault.
    onWarning: () => undefined,
  });
  return (request) => {
    let isProxied = false;
    const client = identity({
      remoteAddress: request.socket.remoteAddress,
      header(name) {
        // It is looked at behind a trusted proxy only. Node takes every header apart for it, so not before.
        isProxied = true;
        return request.headersDistinct[name]?.join(",");
      },
    });
    return { address: client.replace(/^ip:/, ""), isProxied };
  };
}
