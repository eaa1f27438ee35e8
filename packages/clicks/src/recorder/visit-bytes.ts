import type { Visit } from "../visit.ts";

/**
 * What a visit takes beside its texts, and what the click takes that is made of it: two objects, the list of headers, and
 * the few texts that are new. Measured on Node.js 24, rounded up.
 */
const bytesBesideTexts = 1_024;

/** Each text is an object of its own, and its place in the list. */
const bytesPerHeader = 24;

/**
 * Reckons how much memory a visit holds, and the click after it: no more than 1 KiB and its texts, most of which are one
 * byte per character.
 */
export function bytesOfVisit({ rawHeaders, target, destination }: Visit): number {
  let bytes = bytesBesideTexts + target.length + destination.length;
  for (let index = 0; index < rawHeaders.length; index += 1) {
    bytes += bytesPerHeader + (rawHeaders[index]?.length ?? 0);
  }
  return bytes;
}
