import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import { rawGet, sendRaw } from "../harness/raw-request.ts";
import { shareTestServer } from "../harness/running-server.ts";

const shared = shareTestServer({ environment: { BASE_URL: "http://sho.rt", ANONYMOUS_CREATE: "on" } }, (server) =>
  server.create({ longUrl: "https://example.com/", alias: "abc" }),
);

const codeOf = (body: string): unknown => (JSON.parse(body) as { readonly code: unknown }).code;

describe("bytes that are no request", () => {
  it.each([
    ["words", "hello\r\n\r\n", 400, "REQUEST_MALFORMED"],
    ["a bad version", "GET / HTTP/9.9\r\nHost: localhost\r\n\r\n", 400, "REQUEST_MALFORMED"],
    ["a header without a colon", "GET / HTTP/1.1\r\nHost localhost\r\n\r\n", 400, "REQUEST_MALFORMED"],
    ["a NUL in the path", "GET /a\0b HTTP/1.1\r\nHost: localhost\r\n\r\n", 400, "REQUEST_MALFORMED"],
    ["a NUL in a header", "GET /abc HTTP/1.1\r\nHost: localhost\r\nX: a\0b\r\n\r\n", 400, "REQUEST_MALFORMED"],
    [
      "two lengths",
      "POST /v1/urls HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx",
      400,
      "REQUEST_MALFORMED",
    ],
    [
      "a length and chunks",
      "POST /v1/urls HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      400,
      "REQUEST_MALFORMED",
    ],
    [
      "a negative length",
      "POST /v1/urls HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
      400,
      "REQUEST_MALFORMED",
    ],
    [
      "20 KB of headers",
      `GET /abc HTTP/1.1\r\nHost: localhost\r\nX: ${"x".repeat(20_000)}\r\n\r\n`,
      431,
      "HEADERS_TOO_LARGE",
    ],
    [
      "a broken chunk",
      "POST /v1/urls HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
      400,
      "REQUEST_MALFORMED",
    ],
  ])("%s: a problem, and the connection is closed", async (_name, bytes, status, code) => {
    const answer = await sendRaw(shared().port, bytes);
    expect([answer.status, codeOf(answer.body)]).toEqual([status, code]);
    expect(answer.head.toLowerCase()).toContain("connection: close");
  });

  it.each([
    ["garbage", "garbage\r\n\r\n"],
    ["a request for a tunnel", "CONNECT a.example:443 HTTP/1.1\r\nHost: a.example:443\r\n\r\n"],
    ["another version", "GET / HTTP/9.9\r\nHost: localhost\r\n\r\n"],
  ])("after a request that waits do not make up its answer: it ends, or the link is made (%s)", async (_, behind) => {
    const body = JSON.stringify({ longUrl: "https://example.com/pipelined" });
    const create = `POST /v1/urls HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    const answer = await sendRaw(shared().port, `${create}${behind}`);
    expect(answer.head).toMatch(/^(?:HTTP\/1\.1 201 |$)/);
  });
});

describe("a client that has said all it wants to say", () => {
  const close = (bytes: string) => sendRaw(shared().port, bytes, { end: true });

  it("hears of the link that it made", async () => {
    const body = JSON.stringify({ longUrl: "https://example.com/half-closed" });
    const head = "POST /v1/urls HTTP/1.1\r\nHost: sho.rt\r\nContent-Type: application/json";
    const answer = await close(`${head}\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
    expect([answer.status, answer.body]).toEqual([201, expect.stringContaining("half-closed")]);
  });

  it("hears all of its answers", async () => {
    const get = "GET /abc HTTP/1.1\r\nHost: sho.rt\r\n\r\n";
    const { head, body } = await close(get.repeat(3));
    expect(`${head}${body}`.match(/HTTP\/1\.1 302 /g)).toHaveLength(3);
  });

  it("is let go when it has asked for nothing, or for half of something", async () => {
    expect((await close("")).head).toBe("");
    expect((await close("GET /abc HTTP/1.1\r\nHost")).status).toBe(400);
  });
});

describe("an offer to upgrade", () => {
  it("is passed over, and the connection closed, for the request behind it belongs on another one", async () => {
    const upgrade = "GET /abc HTTP/1.1\r\nHost: sho.rt\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n";
    const { status, head } = await sendRaw(shared().port, `${upgrade}${rawGet("/nothing", ["Host: sho.rt"])}`);
    expect([status, head]).toEqual([302, expect.stringMatching(/^connection: close$/im)]);
  });

  it("leaves a body what it is", async () => {
    const body = JSON.stringify({ longUrl: "https://example.com/upgrade" });
    const head =
      "POST /v1/urls HTTP/1.1\r\nHost: sho.rt\r\nContent-Type: application/json\r\nConnection: upgrade, close";
    const length = `Upgrade: h2c\r\nContent-Length: ${body.length}`;
    expect((await sendRaw(shared().port, `${head}\r\n${length}\r\n\r\n${body}`)).status).toBe(201);
  });
});

describe("unusual requests", () => {
  it.each([
    ["a path of 10 KB", rawGet(`/${"a".repeat(10_000)}`), 404],
    ["a malformed escape", rawGet("/%zz"), 404],
    ["an encoded NUL", rawGet("/%00"), 404],
    ["an encoded slash", rawGet("/a%2Fb"), 404],
    ["bytes outside ASCII", rawGet("/\xed\x95\x9c"), 400],
    ["a double slash", rawGet("//abc"), 404],
    ["dots", rawGet("/../etc/passwd"), 404],
    ["an escape in a longer path", rawGet("/v1/urls/%zz"), 404],
    ["a very long parameter", rawGet(`/v1/urls/${"a".repeat(5_000)}`), 404],
    ["absolute form", rawGet("http://sho.rt/abc"), 302],
    ["absolute form without a path", rawGet("http://sho.rt"), 200],
    ["absolute form for somebody else", rawGet("http://evil.example/abc"), 421],
    ["another scheme", rawGet("ftp://sho.rt/abc"), 400],
    ["no slash", rawGet("abc"), 400],
    ["no Host", rawGet("/abc", []), 400],
    ["two Hosts", rawGet("/abc", ["Host: sho.rt", "Host: evil.example"]), 400],
    ["the longest Host that a name may be", rawGet("/abc", [`Host: ${"a".repeat(254)}:65535`]), 421],
    ["a Host longer than any name", rawGet("/abc", [`Host: ${":".repeat(15_700)}`]), 400],
    ["an upgrade", rawGet("/abc", ["Host: sho.rt", "Upgrade: websocket"]), 302],
    ["HTTP/1.0 without Host", "GET /abc HTTP/1.0\r\n\r\n", 302],
    ["OPTIONS *", "OPTIONS * HTTP/1.1\r\nHost: sho.rt\r\nConnection: close\r\n\r\n", 204],
    ["CONNECT", "CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n", 405],
    ["TRACE", "TRACE /abc HTTP/1.1\r\nHost: sho.rt\r\nConnection: close\r\n\r\n", 405],
    ["PROPFIND", "PROPFIND /v1/urls HTTP/1.1\r\nHost: sho.rt\r\nConnection: close\r\n\r\n", 405],
    ["another expectation", "GET /abc HTTP/1.1\r\nHost: sho.rt\r\nExpect: cake\r\n\r\n", 417],
  ])("%s", async (_name, bytes, status) => {
    expect((await sendRaw(shared().port, bytes)).status).toBe(status);
  });

  it("a body announced with Expect: 100-continue is asked for and taken", async () => {
    const body = JSON.stringify({ longUrl: "https://example.com/expected" });
    const head = `POST /v1/urls HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: ${body.length}\r\n\r\n`;
    const socket = connect(shared().port, "127.0.0.1");
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    let text = "";
    socket.on("error", reject).on("close", () => resolve(text));
    socket.on("data", (chunk) => {
      text += chunk.toString();
      if (text === "HTTP/1.1 100 Continue\r\n\r\n") socket.write(body);
    });
    socket.write(head);
    expect(await promise).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 201 /);
  });

  it("HEAD answers what GET answers, without a body", async () => {
    const answer = await sendRaw(shared().port, "HEAD /abc HTTP/1.1\r\nHost: sho.rt\r\nConnection: close\r\n\r\n");
    expect([answer.status, answer.body]).toEqual([302, ""]);
    expect(answer.head).toContain("Location: https://example.com/");
    const none = await sendRaw(shared().port, "HEAD /nothing HTTP/1.1\r\nHost: sho.rt\r\nConnection: close\r\n\r\n");
    expect([none.status, none.body]).toEqual([404, ""]);
  });

  it("a host that is not served gets nothing, except from the node's own pages", async () => {
    const host = ["Host: evil.example"];
    expect((await sendRaw(shared().port, rawGet("/abc", host))).status).toBe(421);
    expect((await sendRaw(shared().port, rawGet("/", host))).status).toBe(421);
    expect((await sendRaw(shared().port, rawGet("/v1/urls", host))).status).toBe(421);
    expect((await sendRaw(shared().port, rawGet("/healthz", host))).status).toBe(200);
    expect((await sendRaw(shared().port, rawGet("/readyz", host))).status).toBe(200);
  });
});
