import { isUtf8 } from "node:buffer";

/** UTF-16 code units; see `Click`. */
export const maxTextLength = 200;

/** Nothing that a client sends is looked at beyond this. */
const maxReadLength = 4_096;

/**
 * Makes a text that may be kept of whatever a client sent: well-formed, without control characters, without blanks at its
 * ends, cut to 200 UTF-16 code units. Null when nothing is left.
 */
export function safeText(text: string): string | null {
  const clean = text
    .slice(0, maxReadLength)
    .toWellFormed()
    .replace(/\p{Cc}/gu, "")
    .trim();
  // Cutting may have parted the two halves of one character.
  const cut = clean
    .slice(0, maxTextLength)
    .replace(/[\uD800-\uDBFF]$/, "")
    .trimEnd();
  return cut === "" ? null : cut;
}

/** Reads bytes that the HTTP parser gave as one character each: as UTF-8 where they are that, else as they are. */
export function decodeBytes(text: string): string {
  const isAscii = Buffer.byteLength(text, "utf8") === text.length;
  if (isAscii) return text;
  const bytes = Buffer.from(text, "latin1");
  const isOfBytes = bytes.toString("latin1") === text;
  return isOfBytes && isUtf8(bytes) ? bytes.toString("utf8") : text;
}
