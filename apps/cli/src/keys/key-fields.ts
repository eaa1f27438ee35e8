import { keyScopes, LinkError, parseExpiry as parseLinkExpiry, type KeyScope } from "@narrows/links";
import { readServerConfig } from "@narrows/server/config";
import { OptionError } from "../cli-error.ts";

/** @throws {OptionError} */
export function parseKeyName(text: string): string {
  if (text.trim() === "" || text.length > 200 || /\p{Cc}/u.test(text)) throw new OptionError("--name", "expected.name");
  return text;
}

/** What the service takes the administrator for: with it, any key could change the administrator's links. */
const adminOwnerId = "00000000-0000-4000-8000-000000000000";

/** @throws {OptionError} */
export function parseOwner(text: string): string {
  const owner = text.toLowerCase();
  if (owner === adminOwnerId) throw new OptionError("--owner", "expected.ownerOfKeys");
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(owner)) return owner;
  throw new OptionError("--owner", "expected.owner");
}

/** @throws {OptionError} */
export function parseScopes(text: string): readonly KeyScope[] {
  const asked = text.split(",").map((part) => part.trim());
  const known = keyScopes.filter((scope) => asked.includes(scope));
  if (known.length !== new Set(asked).size) {
    throw new OptionError("--scopes", "expected.scopes", { scopes: keyScopes.join(", ") });
  }
  return known;
}

/** A key ends by the same rules as a link. @throws {OptionError} */
export function parseExpiry(text: string, now: number): number {
  try {
    return parseLinkExpiry(text, now);
  } catch (error) {
    if (error instanceof LinkError) throw new OptionError("--expires", "expected.expires");
    throw error;
  }
}

/**
 * Finds the domain that a host name means to the service, by the service's own BASE_URL and DOMAINS: a key for a
 * domain that it does not serve would be good for nothing.
 *
 * @throws {OptionError}
 */
export function parseKeyDomain(text: string, environment: NodeJS.ProcessEnv): string {
  const { baseUrl, domains = [] } = readServerConfig(environment);
  const defaultHost = baseUrl?.hostname ?? "localhost";
  const host = text.toLowerCase();
  if (host === defaultHost) return "";
  if (domains.includes(host)) return host;
  throw new OptionError("--domain", "expected.domain", { hosts: [defaultHost, ...domains].join(", ") });
}
