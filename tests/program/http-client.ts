import { Agent, request, type IncomingHttpHeaders, type IncomingMessage } from "node:http";

/** What a server answered, with nothing interpreted on the way. */
export type Answer = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The bytes of each Location header, as latin1; more than one would be a fault. */
  readonly locations: readonly string[];
  readonly body: string;
  /** @throws {SyntaxError} When the body is not JSON. */
  json(): unknown;
};

export type Ask = {
  readonly headers?: Readonly<Record<string, string>>;
  /** A text or bytes are sent as they are; anything else as JSON with its content type. */
  readonly body?: unknown;
};

/** A small HTTP client that keeps connections open, follows nothing and mends nothing. */
export interface HttpClient {
  /** @param path Goes into the request line as it is. */
  ask(method: string, path: string, ask?: Ask): Promise<Answer>;
  close(): void;
}

const answerDeadlineMs = 30_000;

/** Opens a client for one origin, such as `http://127.0.0.1:8787`. */
export function openHttpClient(origin: string, maxSockets = 64): HttpClient {
  const agent = new Agent({ keepAlive: true, maxSockets });
  const { hostname, port } = new URL(origin);
  return {
    ask: (method, path, ask = {}) =>
      new Promise((resolve, reject) => {
        const { headers, body } = encode(ask);
        const signal = AbortSignal.timeout(answerDeadlineMs);
        const sent = request({ agent, hostname, port, method, path, headers, signal }, (answer) => {
          readAnswer(answer).then(resolve, reject);
        });
        sent.on("error", reject);
        sent.end(body);
      }),
    close: () => agent.destroy(),
  };
}

function encode({ headers = {}, body }: Ask): { headers: Record<string, string>; body: string | Uint8Array } {
  if (body === undefined) return { headers: { ...headers }, body: "" };
  const isRaw = typeof body === "string" || body instanceof Uint8Array;
  const bytes = isRaw ? body : JSON.stringify(body);
  const contentType = isRaw ? {} : { "content-type": "application/json" };
  return { headers: { ...contentType, "content-length": String(Buffer.byteLength(bytes)), ...headers }, body: bytes };
}

async function readAnswer(answer: IncomingMessage): Promise<Answer> {
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks).toString("utf8");
  return {
    status: answer.statusCode ?? 0,
    headers: answer.headers,
    locations: answer.rawHeaders.filter((_, index, all) => index % 2 === 1 && /^location$/i.test(all[index - 1] ?? "")),
    body,
    json: (): unknown => JSON.parse(body),
  };
}
