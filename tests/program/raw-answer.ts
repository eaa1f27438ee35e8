/** One answer as it stood on the wire. */
export type RawAnswer = {
  readonly status: number;
  /** Names in lower case. Where a name is there twice, the values are joined by ", ". */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
};

/** What is known of the bytes that came on a connection. */
export type Received = {
  /** True: the answers have no bodies. */
  readonly isHead: boolean;
  /** True: no more will come. */
  readonly isEnded: boolean;
};

/**
 * Reads the answers that came on one connection, strictly. Interim answers (1xx) are left out.
 *
 * @returns Undefined while the last answer is not complete.
 * @throws {Error} When the bytes are not HTTP/1.1 answers.
 */
export function parseAnswers(bytes: Buffer, { isHead, isEnded }: Received): readonly RawAnswer[] | undefined {
  const answers: RawAnswer[] = [];
  let rest = bytes;
  while (rest.length > 0) {
    const headEnd = rest.indexOf("\r\n\r\n");
    if (headEnd < 0) return undefined;
    const { status, headers } = parseHead(rest.subarray(0, headEnd).toString("latin1"));
    const body = rest.subarray(headEnd + 4);
    const isEmpty = isHead || status < 200 || status === 204;
    const taken = isEmpty ? { body: Buffer.alloc(0), rest: body } : takeBody(body, headers, isEnded);
    if (taken === undefined) return undefined;
    if (status >= 200) answers.push({ status, headers, body: taken.body.toString("utf8") });
    rest = taken.rest;
  }
  return answers.length === 0 ? undefined : answers;
}

function parseHead(head: string): Pick<RawAnswer, "status" | "headers"> {
  const [statusLine = "", ...lines] = head.split("\r\n");
  const status = /^HTTP\/1\.1 (\d{3}) [\x20-\x7e]*$/.exec(statusLine)?.[1];
  if (status === undefined) throw new Error(`Not a status line: ${JSON.stringify(statusLine.slice(0, 200))}`);
  const headers = new Map<string, string>();
  for (const line of lines) {
    // Printable ASCII only: whatever else got into a header came from the request.
    const [, name, value] = /^([A-Za-z0-9-]+): ?([\x20-\x7e]*)$/.exec(line) ?? [];
    if (name === undefined || value === undefined) throw new Error(`Not a header: ${JSON.stringify(line)}`);
    const earlier = headers.get(name.toLowerCase());
    headers.set(name.toLowerCase(), earlier === undefined ? value : `${earlier}, ${value}`);
  }
  return { status: Number(status), headers };
}

type Taken = { readonly body: Buffer; readonly rest: Buffer };

function takeBody(bytes: Buffer, headers: ReadonlyMap<string, string>, isEnded: boolean): Taken | undefined {
  if (headers.get("transfer-encoding") === "chunked") return takeChunks(bytes);
  // To a client of HTTP/1.0, which knows no chunks, the end of the connection is that of the body.
  if (!headers.has("content-length") && headers.get("connection") === "close") {
    return isEnded ? { body: bytes, rest: Buffer.alloc(0) } : undefined;
  }
  const length = Number(headers.get("content-length") ?? Number.NaN);
  if (!Number.isSafeInteger(length)) throw new Error("An answer has a body without length.");
  return bytes.length < length ? undefined : { body: bytes.subarray(0, length), rest: bytes.subarray(length) };
}

function takeChunks(bytes: Buffer): Taken | undefined {
  const chunks: Buffer[] = [];
  let rest = bytes;
  for (;;) {
    const lineEnd = rest.indexOf("\r\n");
    if (lineEnd < 0) return undefined;
    const size = Number.parseInt(rest.subarray(0, lineEnd).toString("latin1"), 16);
    const chunkEnd = lineEnd + 2 + size;
    if (rest.length < chunkEnd + 2) return undefined;
    chunks.push(rest.subarray(lineEnd + 2, chunkEnd));
    rest = rest.subarray(chunkEnd + 2);
    if (size === 0) return { body: Buffer.concat(chunks), rest };
  }
}
