import { LinkError } from "./errors.ts";
import { isReserved } from "./reserved.ts";

const codeForm = /^[A-Za-z0-9_-]{1,64}$/;

/** Asks whether a path segment, decoded once, can be a code at all; anything else is no link's without a look-up. */
export function isCode(text: string): boolean {
  return codeForm.test(text);
}

/**
 * Accepts a code that a person chose, as it is: letter case counts, and nothing is normalised.
 *
 * @throws {LinkError} `ALIAS_MALFORMED`, `ALIAS_RESERVED`
 */
export function parseAlias(text: string): string {
  if (!isCode(text)) throw new LinkError("ALIAS_MALFORMED", "alias");
  if (isReserved(text)) throw new LinkError("ALIAS_RESERVED", "alias");
  return text;
}
