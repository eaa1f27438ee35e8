import { isIP } from "node:net";
import { maxTextLength } from "./safe-text.ts";

const isPlace = (host: string): boolean => host !== "" && !isAddress(host);

/** What stands where a host does. An app of Android names itself in place of a page, which no parser tells from an address. */
const hostTests: Readonly<Record<string, (host: string) => boolean>> = {
  "http:": isPlace,
  "https:": isPlace,
  "android-app:": (host) => /^[a-z]\w*(?:\.[a-z]\w*)+$/.test(host),
};

/**
 * Reads the host of the page that led here: in lower case, `xn--` as in DNS, without port and without `www.`, for that is
 * the same site to everybody.
 *
 * @param isOwn Whether a host is the service's own, which leads nobody here.
 * @returns Null for own hosts, and for bare addresses: one may be the reader's.
 */
export function referrerOf(referer: string, isOwn: (host: string) => boolean): string | null {
  const url = URL.parse(referer);
  if (url === null) return null;
  const host = plainHost(url.hostname);
  const isHost = hostTests[url.protocol];
  if (isHost === undefined || !isHost(host) || host.length > maxTextLength) return null;
  return isOwn(host) ? null : host;
}

/** A host as it is compared: without `www.`, without the dot at its end, in lower case. */
export function plainHost(host: string): string {
  const plain = host.toLowerCase().replace(/^www\./, "");
  return plain.endsWith(".") ? plain.slice(0, -1) : plain;
}

function isAddress(host: string): boolean {
  return host.startsWith("[") || isIP(host) !== 0;
}

/** The host of a `Host` header, without its port. Undefined when it is none. */
export function hostOf(header: string): string | undefined {
  const url = URL.parse(`http://${header}`);
  return url === null ? undefined : plainHost(url.hostname);
}
