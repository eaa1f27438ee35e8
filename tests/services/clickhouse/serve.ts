import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { answerQuery } from "./answer-query.ts";
import { loadEngine } from "./engine.ts";

// Run as a process of its own: `serve.ts INSTALLED_IN DATA_FOLDER PORT` answers as ClickHouse's HTTP interface does, as far
// as @clickhouse/client needs it, and says when it listens.
const [, , installedIn = "", dataFolder = "", port = "0"] = process.argv;
const engine = loadEngine(installedIn, dataFolder);

const server = createServer((request, response) => {
  answer(request, response).catch((error: unknown) => fail(response, error));
});
// Longer than any client keeps a connection.
server.keepAliveTimeout = 60_000;
server.listen(Number(port), "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
process.on("disconnect", () => process.exit());

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
  if (pathname === "/ping") return void response.end("Ok.\n");
  const body = await readBody(request, searchParams);
  response.setHeader("X-ClickHouse-Query-Id", searchParams.get("query_id") ?? "");
  response.end(await answerQuery(engine, { url: searchParams, body }));
}

/** Parameters that are too long for a URL come as a form, with the query among them. */
async function readBody(request: IncomingMessage, url: URLSearchParams): Promise<string> {
  const body = await text(request);
  const boundary = /^multipart\/form-data; boundary=(.+)$/.exec(request.headers["content-type"] ?? "")?.[1];
  if (boundary === undefined) return body;
  const parts = body.replace(`--${boundary}--\r\n`, "").split(`--${boundary}\r\n`);
  for (const part of parts) {
    const [, name, value] = /name="([^"]+)"\r\n\r\n([^]*)\r\n$/.exec(part) ?? [];
    if (name !== undefined && value !== undefined) url.set(name, value);
  }
  return "";
}

/** ClickHouse says the code in the text and in a header; clients read either. */
function fail(response: ServerResponse, error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  const code = /Code: (\d+)/.exec(message)?.[1];
  response.statusCode = 500;
  if (code !== undefined) response.setHeader("X-ClickHouse-Exception-Code", code);
  response.end(`${message}\n`);
}
