import { isCode, LinkError, type LinkKey, type Requester } from "@narrows/links";
import type { Site } from "../site.ts";

/**
 * Names the link that a request is about.
 *
 * @throws {LinkError} `LINK_NOT_FOUND` when no link can have this code, `DOMAIN_UNKNOWN`
 */
export function linkKey(
  params: { readonly code: string },
  query: { readonly domain?: string },
  requester: Requester,
  site: Site,
): LinkKey {
  if (!isCode(params.code)) throw new LinkError("LINK_NOT_FOUND");
  return { domain: domainOf(query.domain, requester, site), code: params.code };
}

function domainOf(hostName: string | undefined, requester: Requester, site: Site): string {
  if (hostName === undefined) return requester.domain ?? "";
  const domain = site.namedDomain(hostName);
  if (domain === undefined) throw new LinkError("DOMAIN_UNKNOWN", "domain");
  return domain;
}
