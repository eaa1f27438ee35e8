/** Reads an answer's body; undefined when it is larger, of which no more is read then. */
export async function readText(response: Response, maxBytes: number): Promise<string | undefined> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  // Leaving the loop early closes the connection.
  const body: AsyncIterable<Uint8Array> | null = response.body;
  if (body === null) return "";
  for await (const part of body) {
    bytes += part.byteLength;
    if (bytes > maxBytes) return undefined;
    parts.push(part);
  }
  return new TextDecoder().decode(Buffer.concat(parts));
}
