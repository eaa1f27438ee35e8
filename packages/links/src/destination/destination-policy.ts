import { LinkError, type LinkErrorCode } from "../errors.ts";
import { isBlockedHost } from "./blocklist.ts";
import { hasCredentials, hostOf, parseHostName } from "./host-name.ts";
import { locationFor } from "./location.ts";
import { isPrivateHost } from "./private-host.ts";

/** Judges destinations: one function for create, edit, bulk and import. */
export interface DestinationPolicy {
  /**
   * Checks what an author wrote and returns the exact bytes of the Location header.
   *
   * @param field The request's field that is named in a refusal. Default `longUrl`.
   * @throws {LinkError} `DESTINATION_…`
   */
  check(longUrl: string, field?: string): string;
}

export type DestinationPolicyOptions = {
  /** The addresses under which this service is reached, such as `https://sho.rt`. Their hosts are its own. */
  readonly bases: readonly string[];
  /** Further hosts that lead back to this service, in any letter case; ports do not matter. Default: none. */
  readonly ownHosts?: readonly string[];
  /** Accept private, loopback and link-local addresses and names. Default: false. */
  readonly allowPrivate?: boolean;
  /** Accept a user name and password. Default: false. */
  readonly allowCredentials?: boolean;
  /** As `parseBlocklist` returns it; looked at anew in every check. Default: empty. */
  readonly blockedHosts?: ReadonlySet<string>;
};

/** C0, DEL and C1: nobody types them into an address. */
const controls = /\p{Cc}/u;

/** Both as written and as sent, so that no Location outgrows what HTTP clients read. */
const MAX_BYTES = 8_192;

/**
 * Makes the policy that all destinations of one installation go through.
 *
 * A check takes a few microseconds, looks no name up and fetches nothing. What it returned passes again unchanged.
 *
 * @throws {TypeError} when a base is no URL, {SyntaxError} when an own host is no host.
 */
export function createDestinationPolicy(options: DestinationPolicyOptions): DestinationPolicy {
  const bases = options.bases.map((base) => new URL(base));
  const ownHosts = new Set([...bases.map(hostOf), ...(options.ownHosts ?? []).map(parseHostName)]);
  const basePerScheme = [...new Map(bases.map(({ protocol, href }) => [protocol, href])).values()];
  return {
    check(longUrl, field = "longUrl") {
      if (isTooLong(longUrl)) throw new LinkError("DESTINATION_TOO_LONG", field);
      const url = URL.parse(longUrl);
      if (url === null) throw new LinkError("DESTINATION_NOT_ABSOLUTE", field);
      const refusal = refusalOf(longUrl, url, ownHosts, options);
      if (refusal !== undefined) throw new LinkError(refusal, field);
      const location = locationFor(longUrl, url, basePerScheme);
      if (location === undefined) throw new LinkError("DESTINATION_NOT_ABSOLUTE", field);
      if (isTooLong(location)) throw new LinkError("DESTINATION_TOO_LONG", field);
      return location;
    },
  };
}

function isTooLong(text: string): boolean {
  return text.length > MAX_BYTES || Buffer.byteLength(text) > MAX_BYTES;
}

/** The first reason that applies; own hosts come before private ones, for on localhost that says more. */
function refusalOf(
  longUrl: string,
  url: URL,
  ownHosts: ReadonlySet<string>,
  options: DestinationPolicyOptions,
): LinkErrorCode | undefined {
  // The parser drops tabs, line breaks and leading spaces, so only the parsed scheme tells what a client will do.
  if (url.protocol !== "http:" && url.protocol !== "https:") return "DESTINATION_SCHEME";
  // What it drops elsewhere would lead to an address that the author never wrote.
  if (controls.test(longUrl)) return "DESTINATION_CONTROL";
  if (options.allowCredentials !== true && hasCredentials(url)) return "DESTINATION_CREDENTIALS";
  const host = hostOf(url);
  if (ownHosts.has(host)) return "DESTINATION_OWN_DOMAIN";
  if (options.blockedHosts !== undefined && isBlockedHost(host, options.blockedHosts)) return "DESTINATION_BLOCKED";
  if (options.allowPrivate !== true && isPrivateHost(host)) return "DESTINATION_PRIVATE";
  return undefined;
}
