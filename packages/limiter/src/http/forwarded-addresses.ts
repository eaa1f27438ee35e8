/** Which header the proxies write; the other one is not looked at. */
export type ForwardedHeader = "x-forwarded-for" | "forwarded";

/** What the proxies say, from the nearest to the farthest; each part is an address, a name or garbage. */
export function forwardedAddresses(header: ForwardedHeader, value: string): readonly string[] {
  const parts = header === "forwarded" ? forwardedFor(value) : value.split(",");
  return parts.toReversed();
}

/** RFC 7239: `for=192.0.2.43, for="[2001:db8::1]:47011";proto=https`. An element without `for` names nobody. */
function forwardedFor(value: string): readonly string[] {
  return splitOutsideQuotes(value, ",").map((element) => {
    const pairs = splitOutsideQuotes(element, ";").map((pair) => pair.trim());
    const named = pairs.find((pair) => pair.slice(0, 4).toLowerCase() === "for=") ?? "";
    return unquoted(named.slice(4));
  });
}

/** By hand and in one pass: whoever sends a long header must not keep a regular expression busy. */
function splitOutsideQuotes(text: string, separator: string): readonly string[] {
  const parts: string[] = [];
  let start = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted && character === "\\") at++;
    else if (character === separator && !isQuoted) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return [...parts, text.slice(start)];
}

function unquoted(value: string): string {
  return value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1).replace(/\\(.)/g, "$1") : value;
}
