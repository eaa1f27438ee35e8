import { quoted } from "./quoted.ts";

/**
 * The form in which hosts are compared: as the URL parser writes them (lower case, punycode, decimal IPv4) and without
 * the trailing dots, which name the same host.
 */
export function hostOf(url: URL): string {
  const { hostname } = url;
  let end = hostname.length;
  while (hostname.charAt(end - 1) === ".") end -= 1;
  return hostname.slice(0, end);
}

/** Asks whether a URL carries a user name or a password; an empty one is none. */
export function hasCredentials(url: URL): boolean {
  return url.username !== "" || url.password !== "";
}

/**
 * Reads a host from configuration, in any letter case and script; a port is left out of account.
 *
 * @throws {SyntaxError} when it is no host.
 */
export function parseHostName(text: string): string {
  const url = /[\s/\\?#@]/.test(text) ? null : URL.parse(`http://${text}`);
  const host = url === null ? "" : hostOf(url);
  if (host === "") throw new SyntaxError(`${quoted(text)} is not a host name; write it like example.com.`);
  return host;
}
