import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { decisionOf, withLimit, type FetchHandler } from "../../src/adapters/fetch.ts";
import type { AdapterUnderTest } from "./adapter-under-test.ts";
import { listening } from "./listening.ts";

type Connection = { readonly address: string | undefined };

/** Node has no server of fetch handlers; this is as much of one as tests need. */
export const fetchAdapter: AdapterUnderTest = {
  name: "fetch handler",
  decisionOf,
  headerOf: (request, name) => (request as Request).headers.get(name) ?? "",
  async start({ limits, before, handler }) {
    const remoteAddress = (_request: Request, { address }: Connection) => address;
    const innermost: FetchHandler<[Connection]> = async (request) => {
      const { status, body } = await handler({ method: request.method, path: new URL(request.url).pathname, request });
      return new Response(request.method === "HEAD" || body === "" ? null : body, { status });
    };
    const served = limits.reduceRight<FetchHandler<[Connection]>>(
      (inner, { limiter, options }) => withLimit(limiter, inner, { ...options, remoteAddress }),
      innermost,
    );
    const slow: FetchHandler<[Connection]> = async (request, connection) => {
      await before?.(request, undefined);
      return served(request, connection);
    };
    return listening(createServer((incoming, outgoing) => void serve(slow, incoming, outgoing)));
  },
};

async function serve(handler: FetchHandler<[Connection]>, incoming: IncomingMessage, outgoing: ServerResponse) {
  const gone = new AbortController();
  outgoing.once("close", () => {
    if (!outgoing.writableFinished) gone.abort();
  });
  const headers = Object.entries(incoming.headersDistinct).map(([name, values]): [string, string] => [
    name,
    (values ?? []).join(", "),
  ]);
  const request = new Request(`http://localhost${incoming.url}`, {
    method: incoming.method ?? "GET",
    headers,
    signal: gone.signal,
  });
  try {
    const response = await handler(request, { address: incoming.socket.remoteAddress });
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    for await (const chunk of response.body ?? []) outgoing.write(chunk);
  } catch {
    if (!outgoing.headersSent) outgoing.statusCode = 500;
  }
  outgoing.end();
}
