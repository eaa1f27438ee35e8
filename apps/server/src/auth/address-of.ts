import type { IncomingMessage } from "node:http";
import { clientAddress, type AddressSet } from "@narrows/service";

/** Finds the address that a request comes from, as far as trusted proxies can be believed. */
export function createAddressOf(trustedProxies: AddressSet): (request: IncomingMessage) => string {
  return (request) => {
    const forwardedFor = request.headersDistinct["x-forwarded-for"]?.join(",");
    return clientAddress(request.socket.remoteAddress ?? "", forwardedFor, trustedProxies);
  };
}
