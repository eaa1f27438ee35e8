/** The headers of a request by their names in lower case, as the parser gave them: one character for a byte. */
export type VisitHeaders = ReadonlyMap<string, string>;

/** Reads names and values in turn. Several of one name are one list (RFC 9110, section 5.2). */
export function readHeaders(rawHeaders: readonly string[]): VisitHeaders {
  const headers = new Map<string, string>();
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] ?? "").toLowerCase();
    const value = rawHeaders[index + 1] ?? "";
    const before = headers.get(name);
    headers.set(name, before === undefined ? value : `${before}, ${value}`);
  }
  return headers;
}
