import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type Asked = { readonly path: string; readonly urls: readonly string[]; readonly body: string };

export type LookupServer = AsyncDisposable & {
  readonly url: URL;
  /** Every request so far. */
  readonly asked: readonly Asked[];
  /** What it does with a request; at first it finds nothing. */
  answerBy(answer: (asked: Asked, response: ServerResponse) => void): void;
};

/** A service in the form of Safe Browsing's Lookup API on a port of its own. */
export async function startLookupServer(): Promise<LookupServer> {
  const asked: Asked[] = [];
  let answer: (request: Asked, response: ServerResponse) => void = (_, response) => response.end("{}");
  const server = createServer((request, response) => {
    void readText(request).then((body) => {
      const entry = { path: request.url ?? "", urls: urlsOf(body), body };
      asked.push(entry);
      answer(entry, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: new URL(`http://127.0.0.1:${port}/v4/threatMatches:find`),
    asked,
    answerBy(next) {
      answer = next;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Finds these destinations and no others. */
export function findOnly(...suspects: readonly string[]) {
  return ({ urls }: Asked, response: ServerResponse): void => {
    const found = urls.filter((url) => suspects.includes(url));
    const matches = found.map((url) => ({ threatType: "SOCIAL_ENGINEERING", threat: { url }, cacheDuration: "300s" }));
    response.setHeader("content-type", "application/json").end(JSON.stringify(found.length === 0 ? {} : { matches }));
  };
}

async function readText(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) text += String(chunk);
  return text;
}

function urlsOf(body: string): readonly string[] {
  const { threatInfo } = JSON.parse(body) as { threatInfo: { threatEntries: { url: string }[] } };
  return threatInfo.threatEntries.map(({ url }) => url);
}
