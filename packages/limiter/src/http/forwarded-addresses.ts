/** Which header the proxies write; the other one is not looked at. */
export type ForwardedHeader = "x-forwarded-for" | "forwarded";

/** What the proxies say, from the nearest to the farthest; each part is an address, a name or garbage. */
export function forwardedAddresses(header: ForwardedHeader, value: string): readonly string[] {
  const parts = header === "forwarded" ? forwardedFor(value) : value.split(",");
  return parts.toReversed();
}

/** RFC 7239: `for=192.0.2.43, for="[2001:db8::1]:47011";proto=https`. An element without `for` names nobody. */
function forwardedFor(value: string): readonly string[] {
  const elements = value.match(/(?:"(?:[^"\\]|\\.)*"|[^",])+/g) ?? [];
  return elements.map((element) => {
    const match = /(?:^|;)\s*for=(?:"((?:[^"\\]|\\.)*)"|([^;]*))/i.exec(element);
    return (match?.[1]?.replace(/\\(.)/g, "$1") ?? match?.[2] ?? "").trim();
  });
}
