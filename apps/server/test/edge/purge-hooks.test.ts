import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { describe, expect, it, onTestFinished } from "vitest";
import { createPurgeQueue } from "../../src/edge/purge-queue.ts";
import { openTestServer } from "../harness/running-server.ts";

type Purge = { readonly body: unknown; readonly headers: NodeJS.Dict<string | string[]> };

/** An edge that fails as often as it is told, and says what it was asked to purge. */
async function openEdge(failures = 0) {
  const purges: Purge[] = [];
  const asked: number[] = [];
  const { promise: purged, resolve } = Promise.withResolvers<void>();
  const edge = createServer((request, response) => {
    asked.push(asked.length);
    if (asked.length <= failures) return void response.writeHead(503).end();
    void json(request).then((body) => {
      purges.push({ body, headers: request.headers });
      response.writeHead(204).end();
      resolve();
    });
  });
  edge.listen(0, "127.0.0.1");
  await once(edge, "listening");
  onTestFinished(() => void edge.close());
  return { url: `http://127.0.0.1:${(edge.address() as AddressInfo).port}/purge`, purges, purged, asked };
}

/** An edge that takes every request and answers none. */
async function openHangingEdge() {
  const hanging = createServer(() => undefined);
  hanging.listen(0, "127.0.0.1");
  await once(hanging, "listening");
  onTestFinished(() => hanging.close().closeAllConnections());
  return { hanging, url: `http://127.0.0.1:${(hanging.address() as AddressInfo).port}/` };
}

const base = { BASE_URL: "http://sho.rt", EDGE_MAX_AGE: "300s" };

describe("purge hooks", () => {
  it("tell each address of a change, again where it fails, and of no new link", async () => {
    const edge = await openEdge(1);
    const environment = { ...base, EDGE_PURGE_URLS: edge.url, EDGE_PURGE_KEY: "0123456789abcdef" };
    const server = await openTestServer({ environment });
    await server.create({ longUrl: "https://example.com/", alias: "abc" });
    await server.send("/v1/urls/abc", { method: "PATCH", body: { enabled: false } });
    await edge.purged;
    expect(edge.purges).toMatchObject([
      {
        body: { domain: "sho.rt", code: "abc", url: "http://sho.rt/abc" },
        headers: { "narrows-code": "abc", "narrows-domain": "sho.rt", authorization: "Bearer 0123456789abcdef" },
      },
    ]);
    expect(edge.asked).toHaveLength(2);
    while (!(await server.send("/metrics")).text.includes('narrows_edge_purges_total{outcome="sent"} 1')) continue;
    expect((await server.send("/metrics")).text).toContain("narrows_edge_purge_retries_total 1");
  });

  it("keep no change waiting for an edge that hangs", async () => {
    const { hanging, url } = await openHangingEdge();
    const server = await openTestServer({ environment: { ...base, EDGE_PURGE_URLS: url } });
    await server.create({ longUrl: "https://example.com/", alias: "abc" });
    const asked = once(hanging, "request");
    expect((await server.send("/v1/urls/abc", { method: "DELETE" })).status).toBe(204);
    await asked;
  });

  it("to an edge that hangs end inside the deadline of the stop", async () => {
    const { hanging, url } = await openHangingEdge();
    const server = await openTestServer({ environment: { ...base, EDGE_PURGE_URLS: url, STOP_DEADLINE: "60s" } });
    await server.create({ longUrl: "https://example.com/", alias: "abc" });
    let tries = 0;
    hanging.on("request", () => void (tries += 1));
    const asked = once(hanging, "request");
    await server.send("/v1/urls/abc", { method: "DELETE" });
    await asked;
    expect(await server.stop()).toEqual([]);
    // Of the four that it has, the last one comes 8 s after the first, and the stop gives up after 2 s.
    expect(tries).toBeLessThan(4);
  });
});

describe("the queue of an edge", () => {
  const fixed = { retryDelaysMs: [1, 1], closeDeadlineMs: 20, maxQueued: 2, maxInFlight: 1 };
  const key = (code: string) => ({ domain: "", code });

  it("is bounded, tells a link that is queued once, and gives up after the last try", async () => {
    const sent: string[] = [];
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    const queue = createPurgeQueue({
      ...fixed,
      closeDeadlineMs: 60_000,
      async send({ code }) {
        sent.push(code);
        await gate;
        if (code === "b") throw new Error("no");
      },
    });
    for (const code of ["a", "b", "b", "c", "d"]) queue.add(key(code));
    expect(queue.counts()).toMatchObject({ queued: 3, dropped: 1 });
    open();
    await queue.close();
    expect(sent).toEqual(["a", "b", "b", "b", "c"]);
    expect(queue.counts()).toEqual({ sent: 2, failed: 1, retried: 2, dropped: 1, queued: 0 });
  });

  it("ends within its deadline, and counts what it left undone", async () => {
    const send = (_key: unknown, signal: AbortSignal) =>
      new Promise<void>((_, reject) => signal.addEventListener("abort", () => reject(new Error("ended"))));
    const queue = createPurgeQueue({ ...fixed, send });
    for (const code of ["a", "b"]) queue.add(key(code));
    await queue.close();
    expect(queue.counts()).toMatchObject({ sent: 0, dropped: 2, queued: 0 });
  });
});
