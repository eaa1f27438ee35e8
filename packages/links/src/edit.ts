import type { EditRequest } from "./create-request.ts";
import { parseExpiry } from "./expiry.ts";
import type { LinkPatch } from "./link-store.ts";
import type { LinksOptions } from "./links.ts";
import { normaliseTags } from "./tags.ts";

/**
 * Judges a change by the rules that creation has. A field that is absent stays absent.
 *
 * @throws {LinkError} `DESTINATION_…`, `EXPIRY_…`
 */
export function draftPatch(options: LinksOptions, request: EditRequest, now: number): LinkPatch {
  const { longUrl, expiresAt, tags, ...rest } = request;
  return {
    ...rest,
    ...(longUrl === undefined ? {} : { destination: options.destinations.check(longUrl) }),
    ...(expiresAt === undefined ? {} : { expiresAt: expiresAt === null ? null : parseExpiry(expiresAt, now) }),
    ...(tags === undefined ? {} : { tags: normaliseTags(tags) }),
  };
}
