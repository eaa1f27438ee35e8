/**
 * Every refusal of this package, by code. What each means for an HTTP client is the server's table.
 */
export const linkErrors = {
  ALIAS_MALFORMED: "An alias is 1 to 64 characters of A-Z, a-z, 0-9, '-' and '_'.",
  ALIAS_RESERVED: "This alias is reserved for the service's own pages.",
  ALIAS_TAKEN: "This alias is already in use, or was once: a code is never given out again.",
  BUDGET_PERMANENT: "A link with maxClicks redirects with 302 or 307: browsers would remember a 301 or 308.",
  CODES_EXHAUSTED: "No free code was found within the allowed tries.",
  DESTINATION_NOT_ABSOLUTE: "A destination is an absolute URL that begins with http:// or https://.",
  DESTINATION_SCHEME: "Only http and https destinations are accepted.",
  DESTINATION_CONTROL: "A destination must not contain control characters.",
  DESTINATION_TOO_LONG: "A destination is at most 8,192 bytes long.",
  DESTINATION_CREDENTIALS: "A destination must not carry a user name or password.",
  DESTINATION_PRIVATE: "This destination is a private, loopback or link-local address or name.",
  DESTINATION_OWN_DOMAIN: "A destination must not lead back to this service.",
  DESTINATION_BLOCKED: "This destination's host is on the blocklist.",
  DOMAIN_UNKNOWN: "This service does not serve that domain.",
  DOMAIN_FORBIDDEN: "This key may not use that domain.",
  EXPIRY_MALFORMED: "expiresAt is an RFC 3339 date and time with a zone, such as 2030-01-01T00:00:00+09:00.",
  EXPIRY_PAST: "expiresAt must be in the future.",
  IDEMPOTENCY_CONFLICT: "This Idempotency-Key was used for another request.",
  LINK_NOT_FOUND: "There is no such link, or it belongs to someone else.",
  LINK_DELETED: "This link was deleted.",
  LINK_FORGOTTEN: "This link expired long ago, and what it was about is no longer kept.",
  LINK_QUARANTINED: "This link is quarantined; only a moderator can change it.",
  VERSION_MISMATCH: "This link has changed since the version that the change was made for.",
  CURSOR_MALFORMED: "The cursor did not come from this service.",
} as const;

export type LinkErrorCode = keyof typeof linkErrors;

/** A request that the caller must change before it can succeed. */
export class LinkError extends Error {
  readonly code: LinkErrorCode;
  /** The field of the request that is at fault, where there is one. */
  readonly field: string | undefined;

  constructor(code: LinkErrorCode, field?: string) {
    super(linkErrors[code]);
    this.name = "LinkError";
    this.code = code;
    this.field = field;
  }
}
