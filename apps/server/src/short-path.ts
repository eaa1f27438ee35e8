import { isCode } from "@narrows/links";

/**
 * Reads the code out of a request target such as `/AbC123Z?utm=1`: the path up to its query or fragment, one segment,
 * percent-decoded once. Undefined when no link can have it.
 */
export function codeOf(target: string): string | undefined {
  const segment = pathOf(target).slice(1);
  if (isCode(segment)) return segment;
  const decoded = segment.includes("%") ? decode(segment) : undefined;
  return decoded !== undefined && isCode(decoded) ? decoded : undefined;
}

/** The path of a target in origin form, as written. */
export function pathOf(target: string): string {
  const end = target.search(/[?#]/);
  return end === -1 ? target : target.slice(0, end);
}

function decode(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
