import { once } from "node:events";
import { Server } from "node:http";
import { connect } from "node:net";
import { PassThrough } from "node:stream";
import { createMetrics } from "@narrows/service";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createRefusalMetrics } from "../../src/metrics/refusal-metrics.ts";
import { rawGet, sendRaw } from "../harness/raw-request.ts";
import { openTestServer, type TestServer } from "../harness/running-server.ts";

async function refused(server: TestServer, reason: string): Promise<number> {
  const { text } = await server.send("/metrics");
  return Number(new RegExp(`^narrows_refused_requests_total\\{reason="${reason}"\\} (\\d+)$`, "m").exec(text)?.[1]);
}

async function openConnection(port: number) {
  const socket = connect(port, "127.0.0.1").resume();
  onTestFinished(() => void socket.destroy());
  await once(socket, "connect");
  return socket;
}

describe("what is refused before it comes to a route", () => {
  const close = "Connection: close";
  it.each([
    ["no Host", rawGet("/abc", []), "REQUEST_MALFORMED"],
    ["no path", rawGet("*"), "REQUEST_MALFORMED"],
    ["no HTTP", "nonsense\r\n\r\n", "REQUEST_MALFORMED"],
    ["too many bytes in headers", rawGet("/abc", [`X: ${"x".repeat(20_000)}`]), "HEADERS_TOO_LARGE"],
    ["another method at a link", `PUT /abc HTTP/1.1\r\nHost: a\r\n${close}\r\n\r\n`, "METHOD_NOT_ALLOWED"],
    ["a method that nobody knows", `TRACE /v1/urls HTTP/1.1\r\nHost: a\r\n${close}\r\n\r\n`, "METHOD_NOT_ALLOWED"],
    ["a tunnel", "CONNECT a.example:443 HTTP/1.1\r\nHost: a.example\r\n\r\n", "METHOD_NOT_ALLOWED"],
    ["an expectation", rawGet("/abc", ["Host: a", "Expect: tea"]), "EXPECTATION_FAILED"],
  ])("is counted: %s", async (_name, bytes, reason) => {
    const server = await openTestServer();
    await sendRaw(server.port, bytes);
    expect(await refused(server, reason)).toBe(1);
  });

  it("is counted also when it is a connection too many, and the open ones are shown", async () => {
    const server = await openTestServer({ environment: { MAX_CONNECTIONS: "2" } });
    const [first] = [await openConnection(server.port), await openConnection(server.port)];
    const third = await openConnection(server.port);
    await once(third, "close");
    first.destroy();
    const text = await vi.waitFor(async () => (await server.send("/metrics")).text, { timeout: 60_000 });
    expect(text).toMatch(/^narrows_refused_requests_total\{reason="CONNECTION_LIMIT"\} [1-9]/m);
    // The second, and the one that asks.
    expect(text).toContain("\nnarrows_connections 2\n");
  });

  it("tells a request that took too long from a client that merely went away", async () => {
    const metrics = createMetrics();
    const server = new Server();
    createRefusalMetrics(metrics, server);
    for (const code of ["ERR_HTTP_REQUEST_TIMEOUT", "ECONNRESET"]) {
      server.emit("clientError", Object.assign(new Error(code), { code }), new PassThrough());
    }
    const { body } = await metrics.render();
    const counted = body.split("\n").filter((line) => /^narrows_refused.* [1-9]/.test(line));
    expect(counted).toEqual(['narrows_refused_requests_total{reason="REQUEST_TIMEOUT"} 1']);
  });
});

describe("the silence of the change feed", () => {
  it("is shown", async () => {
    const server = await openTestServer();
    const { text } = await server.send("/metrics");
    // Of a node that has heard nothing yet it would be `+Inf`.
    expect(text).toMatch(/^narrows_change_feed_silence_seconds [\d.e-]+$/m);
  });
});
