import type { Found } from "@narrows/links";
import type { RedirectAnswer } from "../redirect-answer.ts";
import type { Visit } from "../redirect.ts";
import type { Site } from "../site.ts";

/** Decides whether a copy of a redirect may be kept outside, and for how long. */
export interface EdgeCaching {
  /** What a redirect carries as it is made ready, once, when its link enters memory. */
  readonly prepared: string;
  /** The headers of one answer: those that were made ready, unless this request or the link's expiry asks for others. */
  headers(visit: Visit, found: Found<RedirectAnswer>, now: number): string[];
}

/** An outside copy hides clicks and edits, so without a word from the operator none may be kept. */
const nobody: EdgeCaching = { prepared: "private, max-age=0", headers: (_visit, found) => found.answer.headers };

export type EdgeCachingOptions = {
  /** EDGE_MAX_AGE. Undefined: nobody keeps copies. */
  readonly maxAgeMs: number | undefined;
  readonly site: Pick<Site, "origin" | "otherHosts">;
};

/**
 * Lets shared caches keep redirects for EDGE_MAX_AGE, and no longer than the link lives. Only an answer to the canonical
 * spelling of the address may be kept: a denylist at the edge knows a link by that one alone.
 */
export function createEdgeCaching({ maxAgeMs, site }: EdgeCachingOptions): EdgeCaching {
  if (maxAgeMs === undefined) return nobody;
  const maxAgeSeconds = Math.floor(maxAgeMs / 1_000);
  const hosts = canonicalHosts(site);
  return {
    prepared: sharedFor(maxAgeSeconds),
    headers({ code, request }, { target, answer }, now) {
      // A decoded or shortened code is never as long as the target that it was read from.
      const isCanonical = request.url?.length === code.length + 1 && hosts.has(request.headers.host ?? "");
      if (!isCanonical) return withCacheControl(answer.headers, "no-store");
      const leftMs = target.expiresAt === null ? maxAgeMs : target.expiresAt - now;
      if (leftMs >= maxAgeMs) return answer.headers;
      const leftSeconds = Math.floor(leftMs / 1_000);
      return withCacheControl(answer.headers, leftSeconds < 1 ? "no-store" : sharedFor(leftSeconds));
    },
  };
}

/** `max-age=0` keeps browsers from copies, which no denylist reaches; `s-maxage` is for shared caches (RFC 9111, 5.2.2.10). */
function sharedFor(seconds: number): string {
  return `public, max-age=0, s-maxage=${seconds}`;
}

/** As edges ask, with or without the port of BASE_URL; a dot at the end, or this machine's name, is no spelling to keep. */
function canonicalHosts({ origin, otherHosts }: EdgeCachingOptions["site"]): ReadonlySet<string> {
  const urls = ["", ...otherHosts].map((domain) => new URL(origin(domain)));
  return new Set(urls.flatMap(({ host, hostname }) => [host, hostname]));
}

function withCacheControl(headers: readonly string[], value: string): string[] {
  const at = headers.indexOf("Cache-Control");
  return headers.map((each, index) => (index === at + 1 ? value : each));
}
