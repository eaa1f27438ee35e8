import { keyScopes, type KeyScope } from "@narrows/links";
import { readServerConfig } from "@narrows/server/config";
import { OptionError } from "../cli-error.ts";

/** @throws {OptionError} */
export function parseKeyName(text: string): string {
  if (text.trim() === "" || text.length > 200 || /\p{Cc}/u.test(text)) throw new OptionError("--name", "expected.name");
  return text;
}

/** @throws {OptionError} */
export function parseOwner(text: string): string {
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)) return text.toLowerCase();
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

/** RFC 3339 with a zone. `Date` alone would also take local times, and 30 February for 2 March. */
const instantForm = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/;

/** @throws {OptionError} */
export function parseExpiry(text: string, now: number): number {
  const date = instantForm.exec(text)?.[1] ?? "";
  const at = Date.parse(text);
  const day = new Date(`${date}T00:00:00Z`);
  const isReal = !Number.isNaN(day.getTime()) && day.toISOString().startsWith(date);
  if (date === "" || !isReal || !(at > now)) throw new OptionError("--expires", "expected.expires");
  return at;
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
