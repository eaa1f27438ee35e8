import { LinkError } from "./errors.ts";
import type { Domains } from "./links.ts";
import type { Requester } from "./requester.ts";

/**
 * Turns the host name that a request gives into the domain of a key, and checks that the requester may use it.
 *
 * @throws {LinkError} `DOMAIN_UNKNOWN`, `DOMAIN_FORBIDDEN`
 */
export function domainFor(host: string | undefined, domains: Domains, requester: Requester): string {
  const domain = host === undefined ? (requester.domain ?? "") : knownDomain(host.toLowerCase(), domains);
  if (requester.domain !== null && requester.domain !== domain) throw new LinkError("DOMAIN_FORBIDDEN", "domain");
  return domain;
}

function knownDomain(host: string, domains: Domains): string {
  if (host === domains.default) return "";
  if (domains.others.includes(host)) return host;
  throw new LinkError("DOMAIN_UNKNOWN", "domain");
}
