import type { IncomingHttpHeaders } from "node:http";

/** Headers that a proxy adds: whoever sends one is not the person at this machine. */
const proxyHeader =
  /^(?:x-forwarded-|x-original-|(?:forwarded|via|x-real-ip|x-client-ip|x-cluster-client-ip|true-client-ip|cf-connecting-ip|fastly-client-ip|client-ip)$)/;

/** Tells whether a request says that it came through somebody else. Names are lower case, as node gives them. */
export function hasForwardingHeader(headers: IncomingHttpHeaders): boolean {
  return Object.keys(headers).some((name) => proxyHeader.test(name));
}
