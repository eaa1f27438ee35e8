import { once } from "node:events";
import type { RequestListener } from "node:http";
import { connect, type Socket } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import type { CutReason } from "../../src/http/cuts.ts";
import { createHttpServer, drain, listen, serveWhenReady } from "../../src/http/http-server.ts";
import { rawGet, sendRaw } from "../harness/raw-request.ts";

/** More than the kernel takes for a client that reads nothing. */
const largeBody = Buffer.alloc(16 * 1024 * 1024, "x");

async function openServer(listener: RequestListener, unreadMs = 35_000) {
  const cut = Promise.withResolvers<CutReason>();
  const server = createHttpServer({ maxConnections: 100, onCut: cut.resolve, unreadMs });
  serveWhenReady(server, Promise.resolve(listener), cut.resolve);
  onTestFinished(() => drain(server, 0));
  return { port: await listen(server, "127.0.0.1", 0), cut: cut.promise };
}

/** Connects and reads nothing. */
async function openSilent(port: number): Promise<Socket> {
  const client = connect(port, "127.0.0.1").pause();
  client.on("error", () => undefined);
  onTestFinished(() => void client.destroy());
  await once(client, "connect");
  return client;
}

const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;

describe("a client that sends ahead", () => {
  it("and reads nothing has one answer built for it, until it reads", async () => {
    const begun: (string | undefined)[] = [];
    const { port } = await openServer(({ url }, response) => {
      begun.push(url);
      setImmediate(() => response.end(url === "/other" || begun.length > 2 ? url : largeBody));
    });
    const client = await openSilent(port);
    client.write(Array.from({ length: 50 }, (_, index) => get(`/${index}`)).join(""));
    // The server has read what came earlier when it has answered another connection.
    await sendRaw(port, rawGet("/other"));
    expect(begun).toEqual(["/0", "/other"]);
    const chunks: Buffer[] = [];
    client.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      if (chunk.toString().endsWith("/49")) client.end();
    });
    await once(client.resume(), "close");
    const answers = Buffer.concat(chunks).subarray(largeBody.length).toString();
    expect([...answers.matchAll(/^\/\d+/gm)].map(String)).toEqual(
      Array.from({ length: 49 }, (_, index) => `/${index + 1}`),
    );
  });

  it("is cut when too many requests wait for their turn", async () => {
    let begun = 0;
    const { port, cut } = await openServer((_request, response) => {
      begun += 1;
      setImmediate(() => response.end("ok"));
    });
    const client = await openSilent(port);
    client.write(get("/").repeat(1_500));
    expect(await cut).toBe("ahead");
    await once(client.resume(), "close");
    expect(begun).toBeLessThan(5);
  });
});

describe("a client that leaves its answer unread", () => {
  it("is cut after a while", async () => {
    const { port, cut } = await openServer((_request, response) => void response.end(largeBody), 100);
    const client = await openSilent(port);
    client.write(get("/"));
    expect(await cut).toBe("unread");
  });

  it("is cut as well when it goes on sending", async () => {
    const { port, cut } = await openServer((_request, response) => void response.end(largeBody), 100);
    const client = await openSilent(port);
    client.write(get("/"));
    const sending = setInterval(() => client.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"), 20);
    onTestFinished(() => clearInterval(sending));
    expect(await cut).toBe("unread");
  });
});
