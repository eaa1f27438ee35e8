import type { LinkRef } from "../click-store.ts";

/** By code points, which is the order of UTF-8 bytes and therefore that of databases, and not that of `<`. */
export function compareTexts(a: string, b: string): number {
  return isPlain(a) && isPlain(b) ? Number(a > b) - Number(a < b) : Buffer.compare(Buffer.from(a), Buffer.from(b));
}

/** By domain, then by code. */
export function compareLinks(a: LinkRef, b: LinkRef): number {
  return compareTexts(a.domain, b.domain) || compareTexts(a.code, b.code);
}

/** UTF-16 sorts as UTF-8 does up to the surrogates. */
const isPlain = (text: string): boolean => !/[\uD800-\uFFFF]/.test(text);
