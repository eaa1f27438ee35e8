export const forwardedHeaders = ["x-forwarded-for", "forwarded"] as const;

/** Which header the proxies write; the other one is not looked at. */
export type ForwardedHeader = (typeof forwardedHeaders)[number];

/**
 * What the proxies say, from the nearest to the farthest; each part is an address, a name or garbage. Nothing when the
 * header breaks its grammar anywhere.
 */
export function forwardedAddresses(header: ForwardedHeader, value: string): readonly string[] {
  const parts = header === "forwarded" ? forwardedFor(value) : value.split(",");
  return parts.toReversed();
}

/**
 * RFC 7239: `for=192.0.2.43, for="[2001:db8::1]:47011";proto=https`. An element without `for` names nobody.
 *
 * Proxies append their element to what a client sent, and a quote that the client left open would swallow it: so a
 * header with anything in it that is no element says nothing at all.
 */
function forwardedFor(value: string): readonly string[] {
  const named: string[] = [];
  for (const element of splitOutsideQuotes(value, ",")) {
    const pairs = splitOutsideQuotes(element, ";").map((pair) => pair.trim());
    const values = pairs.filter((pair) => pair !== "").map(parsePair);
    if (values.includes(undefined)) return [];
    const nodes = values.filter((pair) => pair?.name === "for");
    if (nodes.length > 1) return [];
    named.push(nodes[0]?.value ?? "");
  }
  return named;
}

/** By hand and in one pass: whoever sends a long header must not keep a regular expression busy. */
function splitOutsideQuotes(text: string, separator: string): readonly string[] {
  const parts: string[] = [];
  let start = 0;
  let at = 0;
  for (; at < text.length; at++) {
    if (text[at] === '"') at = endOfQuotes(text, at);
    else if (text[at] === separator) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return [...parts, text.slice(start)];
}

/** Where the quotes end that begin at `start`; the text's length when they are left open. */
function endOfQuotes(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '"') return at;
    if (text[at] === "\\") at++;
  }
  return text.length;
}

type Pair = { readonly name: string; readonly value: string };

/** Beyond the grammar, a port or brackets may stand without quotes: some proxies write them so. */
function parsePair(text: string): Pair | undefined {
  const equals = text.indexOf("=");
  const name = text.slice(0, equals);
  const value = text.slice(equals + 1);
  if (equals < 1 || /[^\w!#$%&'*+.^`|~-]/.test(name)) return undefined;
  const isQuoted = value.startsWith('"');
  if (isQuoted ? endOfQuotes(value, 0) !== value.length - 1 : /^$|[^\w!#$%&'*+.^`|~:[\]-]/.test(value))
    return undefined;
  return { name: name.toLowerCase(), value: isQuoted ? value.slice(1, -1).replace(/\\(.)/g, "$1") : value };
}
