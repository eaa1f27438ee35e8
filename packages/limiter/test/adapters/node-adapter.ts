import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { decisionOf, withLimit } from "../../src/adapters/node.ts";
import type { AdapterUnderTest, App } from "./adapter-under-test.ts";
import { listening } from "./listening.ts";

type Listener = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

export const nodeAdapter: AdapterUnderTest = {
  name: "node:http",
  decisionOf,
  headerOf: (request, name) => String((request as IncomingMessage).headers[name] ?? ""),
  async start(app) {
    const listener = app.limits.reduceRight<Listener>(
      (inner, { limiter, options }) => withLimit(limiter, inner, options),
      handled(app),
    );
    const served: Listener = async (request, response) => {
      await app.before?.(request, response);
      await listener(request, response);
    };
    // Node takes no notice of the promise: a rejection would end the process.
    return listening(createServer((request, response) => void served(request, response)));
  },
};

function handled({ handler }: App): Listener {
  return async (request, response) => {
    const { status, body } = await handler({ method: request.method ?? "", path: request.url ?? "", request });
    response.writeHead(status, { "Content-Type": "text/plain" }).end(body);
  };
}
