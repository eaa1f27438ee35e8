import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/**
 * What becomes of a statement: it is cut off before it reaches ClickHouse, or after it was carried out; or something is done
 * as soon as it has been sent.
 */
export type Cut = "before" | "after" | (() => void);

export type StatementGate = AsyncDisposable & {
  readonly url: string;
  /**
   * Called with each statement before it is passed on, which waits for it; what it returns is done to the statement, if
   * anything.
   */
  onStatement: (statement: string) => Promise<Cut | undefined> | Cut | undefined;
};

/** Stands between a store and ClickHouse, so that tests can stop a writer at any step, or leave it without an answer. */
export async function openStatementGate(target: string): Promise<StatementGate> {
  const gate = { onStatement: (): Cut | undefined => undefined } as unknown as StatementGate;
  const server = createServer((request, response) => {
    pass(gate, target, request, response).catch(() => request.socket.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return Object.assign(gate, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  });
}

async function pass(gate: StatementGate, target: string, request: IncomingMessage, response: ServerResponse) {
  const body = await text(request);
  const address = new URL(request.url ?? "/", target);
  const cut = await gate.onStatement(`${address.searchParams.get("query") ?? ""}${body}`);
  if (cut === "before") return void request.socket.destroy();
  const type = request.headers["content-type"];
  const headers = type === undefined ? {} : { "content-type": type };
  const answering = fetch(address, { method: request.method ?? "POST", body: body === "" ? null : body, headers });
  if (typeof cut === "function") cut();
  const answer = await answering;
  const bytes = await answer.bytes();
  if (cut === "after") return void request.socket.destroy();
  const code = answer.headers.get("x-clickhouse-exception-code");
  response.writeHead(answer.status, code === null ? {} : { "x-clickhouse-exception-code": code });
  response.end(bytes);
}
