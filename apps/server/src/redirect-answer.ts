import type { LinkTarget } from "@narrows/links";

/** A redirect, ready to be sent: made once when a link enters the cache. */
export type RedirectAnswer = {
  readonly status: number;
  /** Names and values in turn. Not a readonly array only because `writeHead` does not take one; it changes nothing. */
  readonly headers: string[];
};

/**
 * Makes what a link sends while it is active. Location is the destination byte for byte; an outside copy would hide
 * clicks and edits, so none may be kept.
 */
export function redirectAnswer({ destination, redirectStatus }: LinkTarget): RedirectAnswer {
  return {
    status: redirectStatus,
    headers: ["Location", destination, "Cache-Control", "private, max-age=0", "Content-Length", "0"],
  };
}
