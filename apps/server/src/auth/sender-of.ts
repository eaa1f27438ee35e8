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
  const addressOf = createAddressOf(trustedProxies);
  return (request) => {
    let isProxied = false;
    const address = addressOf({
      remoteAddress: request.socket.remoteAddress,
      header(name) {
        // It is looked at behind a trusted proxy only. Node takes every header apart for it, so not before.
        isProxied = true;
        return request.headersDistinct[name]?.join(",");
      },
    });
    return { address, isProxied };
  };
}

/** What is known of where a request comes from; headers are asked for by their names in lower case. */
export type Origin = {
  readonly remoteAddress: string | undefined;
  readonly header: (name: string) => string | undefined;
};

/** The same for a request of which no more is left. */
export function createAddressOf(trustedProxies: TrustedProxies): (origin: Origin) => string {
  const identity = createClientIdentity({
    trustedProxies: trustedProxies.blocks,
    ipv6PrefixBits: 128,
    // A connection that is gone is nobody's fault.
    onWarning: () => undefined,
  });
  return (origin) => identity(origin).replace(/^ip:/, "");
}
