import { once } from "node:events";
import { connect } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { createHttpServer, drain, listen, type HttpServerOptions } from "../../src/http/http-server.ts";
import { sendRaw } from "../harness/raw-request.ts";

async function openServer(options: Partial<HttpServerOptions> = {}): Promise<number> {
  const server = createHttpServer({ maxConnections: 100, ...options });
  server.on("request", (request, response) => request.resume().on("end", () => response.end("ok")));
  onTestFinished(() => drain(server, 0));
  return listen(server, "127.0.0.1", 0);
}

const timeouts = { headersTimeout: 50, requestTimeout: 100, connectionsCheckingInterval: 20 };

describe("createHttpServer", () => {
  it("ends a request whose headers or body come too slowly with 408", async () => {
    const port = await openServer({ timeouts });
    const headers = await sendRaw(port, "GET / HTTP/1.1\r\nHost: localhost\r\nX: ");
    const body = await sendRaw(port, "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nabc");
    for (const answer of [headers, body]) {
      expect(answer.status).toBe(408);
      expect(JSON.parse(answer.body)).toMatchObject({ code: "REQUEST_TIMEOUT" });
    }
  });

  it("closes connections above the bound unanswered", async () => {
    const port = await openServer({ maxConnections: 1 });
    const first = connect(port, "127.0.0.1");
    onTestFinished(() => void first.destroy());
    await once(first, "connect");
    const second = connect(port, "127.0.0.1");
    second.resume();
    await once(second, "close");
    expect(second.bytesRead).toBe(0);
  });
});

describe("listen", () => {
  it("rejects when the port is in use", async () => {
    const port = await openServer();
    await expect(listen(createHttpServer({ maxConnections: 1 }), "127.0.0.1", port)).rejects.toThrow("EADDRINUSE");
  });
});
