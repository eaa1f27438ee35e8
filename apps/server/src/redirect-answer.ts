import type { LinkTarget } from "@narrows/links";

/** A redirect, ready to be sent: made once when a link enters the cache. */
export type RedirectAnswer = {
  readonly status: number;
  /** Names and values in turn. Not a readonly array only because `writeHead` does not take one; it changes nothing. */
  readonly headers: string[];
};

/**
 * Makes what a link sends while it is active. Location is the destination byte for byte.
 *
 * @param cacheControl Who may keep a copy; see `EdgeCaching`. Of a link with a budget nobody may, for each click counts.
 */
export function redirectAnswer(
  { destination, redirectStatus, maxClicks }: LinkTarget,
  cacheControl: string,
): RedirectAnswer {
  const caching = maxClicks === null ? cacheControl : "no-store";
  return {
    status: redirectStatus,
    headers: ["Location", destination, "Cache-Control", caching, "Content-Length", "0"],
  };
}
