import type { HeaderFormat } from "./header-format.ts";

/** Tells nothing; Retry-After is not part of a format and stays. */
export function noHeaders(): HeaderFormat {
  return { remainingIn: undefined, lines: () => [] };
}
