import { once } from "node:events";
import { connect } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { createHttpServer, drain, listen, type HttpServerOptions } from "../../src/http/http-server.ts";
import { sendRaw } from "../harness/raw-request.ts";

async function openServer(options: Partial<HttpServerOptions> = {}): Promise<number> {
  const server = createHttpServer({ maxConnections: 100, onCut: () => undefined, ...options });
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
    await expect(
      listen(createHttpServer({ maxConnections: 1, onCut: () => undefined }), "127.0.0.1", port),
    ).rejects.toThrow("EADDRINUSE");
  });
});

describe("drain", () => {
  it("answers a request that lies unread on a kept connection", async () => {
    const server = createHttpServer({ maxConnections: 1, onCut: () => undefined });
    server.on("request", (_request, response) => response.end("ok"));
    const client = connect(await listen(server, "127.0.0.1", 0), "127.0.0.1").setEncoding("utf8");
    const request = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";
    client.write(request);
    await once(client, "data");
    const answers: string[] = [];
    client.on("data", (text: string) => answers.push(text));
    const closed = once(client, "close");
    // The bytes are in the kernel when the drain begins in the same turn, and nobody has read them.
    client.write(request);
    await Promise.all([drain(server, 5_000), closed]);
    expect(answers.join("")).toMatch(/^HTTP\/1\.1 200 [^]*ok/);
  });

  it("closes kept connections that stay quiet, long before the deadline", async () => {
    const server = createHttpServer({ maxConnections: 1, onCut: () => undefined });
    server.on("request", (_request, response) => response.end("ok"));
    const client = connect(await listen(server, "127.0.0.1", 0), "127.0.0.1");
    client.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
    await once(client, "data");
    // The deadline is longer than the test may take.
    const drained = Promise.all([drain(server, 3_600_000), once(client.resume(), "close")]);
    await expect(drained).resolves.toBeDefined();
  });
});
