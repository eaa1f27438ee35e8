import type { IncomingMessage } from "node:http";

/**
 * Brings a request in absolute form (`GET http://sho.rt/abc`, RFC 9112, 3.2.2) into the usual one: the target's host
 * takes the place of the Host header. False when the target is in no form that names a resource.
 */
export function normaliseTarget(request: IncomingMessage): boolean {
  const target = request.url ?? "";
  if (target.startsWith("/")) return true;
  const [, host, rest = ""] = /^https?:\/\/([^/?#@]+)([/?#].*)?$/is.exec(target) ?? [];
  if (host === undefined) return false;
  request.headers.host = host;
  request.url = rest.startsWith("/") ? rest : `/${rest}`;
  return true;
}
