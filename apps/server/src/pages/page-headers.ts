/**
 * What a page of ours may do: load its own files, talk to its own origin, and nothing else.
 *
 * `form-action 'none'`: forms are sent by script; one that the browser sent by itself would put a destination into
 * the address bar.
 */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join("; ");

const everywhere = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-resource-policy": "same-origin",
} as const;

/** The headers of every HTML page. */
export const pageHeaders: Readonly<Record<string, string>> = {
  ...everywhere,
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": contentSecurityPolicy,
  "cross-origin-opener-policy": "same-origin",
  vary: "Accept-Language, Cookie",
  // The page depends on who asks (see `anonymousCreate`); the ETag makes asking again cheap.
  "cache-control": "private, no-cache",
};

/** The headers of files that pages load: even opened by themselves they can do nothing. */
export const fileHeaders: Readonly<Record<string, string>> = {
  ...everywhere,
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
};
