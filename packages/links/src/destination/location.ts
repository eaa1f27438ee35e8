import { hasCredentials } from "./host-name.ts";

/** What may stand in a header field's value here: visible ASCII (RFC 9110 section 5.5), no space, no control. */
const headerSafe = /^[\x21-\x7e]+$/;

/**
 * Lower case only, although `HTTP://` parses as well: software that looks for these very characters takes anything
 * else for a path on our own host.
 */
const literalStart = /^https?:\/\//;

/**
 * Chooses the bytes of the Location header: the author's own where they are safe to send, else the parser's.
 *
 * @param url What `text` parses to.
 * @param bases Where our redirects come from; one for each scheme is enough, for a text that names its scheme takes
 *   nothing else from a base.
 * @returns Undefined when neither form is safe to send.
 */
export function locationFor(text: string, url: URL, bases: readonly string[]): string | undefined {
  const { href } = url;
  if (literalStart.test(text) && headerSafe.test(text) && (text === href || leadsToSame(text, url, bases))) return text;
  return headerSafe.test(href) && URL.parse(href)?.href === href ? href : undefined;
}

/** The parser resolves Location against the address that was asked for: `https:/other` is a path of our own then. */
function leadsToSame(text: string, url: URL, bases: readonly string[]): boolean {
  return (
    writtenHost(text, hasCredentials(url)) === url.hostname &&
    bases.every((base) => URL.parse(text, base)?.href === url.href)
  );
}

/**
 * Reads the host the way RFC 3986 section 3.2 does, as clients other than browsers will.
 *
 * The host that was judged must be the one that every client goes to: in `http://good.example\@evil.example/` a
 * browser reads the first, others the second, and `010.0.0.1` is 8.0.0.1 to one and 10.0.0.1 to another.
 */
function writtenHost(text: string, withCredentials: boolean): string {
  const authority = text.split(/[/?#]/, 3)[2] ?? "";
  const hostAndPort = withCredentials ? authority.slice(authority.indexOf("@") + 1) : authority;
  return hostAndPort.replace(/:\d*$/, "").toLowerCase();
}
