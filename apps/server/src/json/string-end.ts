const quote = 0x22;
const backslash = 0x5c;

/** The place behind a JSON string's closing quote; the text's end when it is never closed. */
export function stringEnd(text: string, start: number): number {
  const found = text.indexOf('"', start + 1);
  if (found === -1) return text.length;
  return text.charCodeAt(found - 1) === backslash ? escapedEnd(text, start) : found + 1;
}

/** Character by character: a search for every quote would take far longer where there are many escaped ones. */
function escapedEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === quote) return at + 1;
    if (unit === backslash) at += 1;
  }
  return text.length;
}
