import { parseCursor } from "./cursor.ts";
import { hostOf } from "./destination/host-name.ts";
import { domainFor } from "./domain.ts";
import { guardFor } from "./guard.ts";
import type { ListQuery } from "./link-store.ts";
import type { LinksOptions, ListRequest } from "./links.ts";
import type { Requester } from "./requester.ts";

const defaultLimit = 50;

/**
 * Turns what a client asks into the store's query, limited to what the requester may see.
 *
 * @throws {LinkError} `CURSOR_MALFORMED`, `DOMAIN_UNKNOWN`, `DOMAIN_FORBIDDEN`
 */
export function listQuery(options: LinksOptions, request: ListRequest, requester: Requester): ListQuery {
  const { ownerId, domain } = guardFor(requester);
  // A code has no dot and a public host has one, so one field serves both searches.
  const isHost = request.q?.includes(".") === true;
  return {
    ownerId,
    domain: request.domain === undefined ? domain : domainFor(request.domain, options.domains, requester),
    tag: request.tag,
    codePrefix: isHost ? undefined : request.q,
    host: isHost ? searchedHost(request.q) : undefined,
    limit: request.limit ?? defaultLimit,
    after: request.cursor === undefined ? undefined : parseCursor(request.cursor),
  };
}

/** What is no host finds nothing. */
function searchedHost(text: string): string {
  const url = URL.parse(`http://${text}/`);
  return url === null ? text : hostOf(url);
}
