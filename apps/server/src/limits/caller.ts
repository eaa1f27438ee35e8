import type { IncomingMessage } from "node:http";
import { createClientIdentity } from "@narrows/limiter/http";
import { isLoopbackHost } from "@narrows/service";
import { hasForwardingHeader } from "../auth/forwarding-headers.ts";
import { createSenderOf } from "../auth/sender-of.ts";
import type { TrustedProxies } from "../trusted-proxies.ts";

/** Who is counted. */
export type Caller = {
  /** The address that a request comes from; of IPv6 the network, for a customer has a whole one. */
  readonly address: string;
  /** Somebody at this machine, whom no proxy stands before. */
  readonly isLocal: boolean;
};

export interface Callers {
  of(request: IncomingMessage): Caller;
  /** The address alone. */
  addressOf(request: IncomingMessage): string;
}

/** Finds out who is counted, by the same address by which anonymous users are told apart. */
export function createCallers(trustedProxies: TrustedProxies): Callers {
  const senderOf = createSenderOf(trustedProxies);
  const identity = createClientIdentity({ trustedProxies: [] });
  const named = (address: string): string => identity({ remoteAddress: address, header: () => undefined });
  // Behind a connection that no trusted proxy holds there is one address as long as it is open.
  const bySocket = new WeakMap<object, string>();
  const callers: Callers = {
    addressOf(request) {
      const { socket } = request;
      const known = bySocket.get(socket);
      if (known !== undefined) return known;
      const sender = senderOf(request);
      const address = named(sender.address);
      if (!sender.isProxied) bySocket.set(socket, address);
      return address;
    },
    of(request) {
      return { address: callers.addressOf(request), isLocal: trustedProxies.isEmpty && isFromHere(request) };
    },
  };
  return callers;
}

function isFromHere({ socket, headers }: IncomingMessage): boolean {
  return (
    isLoopbackHost(socket.remoteAddress ?? "") && isLoopbackHost(headers.host ?? "") && !hasForwardingHeader(headers)
  );
}
