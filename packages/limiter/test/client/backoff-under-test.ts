import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import type { BackoffOptions } from "../../src/client/fetch-with-backoff.ts";

export type Reply = { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string };

/** A server that gives each of the replies once, and the last one ever after. */
export async function serve(replies: readonly Reply[]) {
  const seen: { readonly method: string | undefined; readonly body: string }[] = [];
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    void (async () => {
      let body = "";
      for await (const chunk of request) body += String(chunk);
      const reply = replies[Math.min(seen.length, replies.length - 1)];
      seen.push({ method: request.method, body });
      response.writeHead(reply?.status ?? 500, reply?.headers).end(reply?.body ?? "ok");
    })();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    if (!server.listening) return;
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  };
  onTestFinished(close);
  return { url: `http://127.0.0.1:${port}/`, seen, close };
}

/** Time that passes only while somebody sleeps. */
export function fakeTime(): { readonly waits: readonly number[]; readonly time: BackoffOptions } {
  const waits: number[] = [];
  let nowMs = 1_000_000;
  const time: BackoffOptions = {
    now: () => nowMs,
    sleep: async (milliseconds) => {
      waits.push(milliseconds);
      nowMs += milliseconds;
    },
    random: () => 0,
  };
  return { waits, time };
}

/** One that answers, and how often it was asked to. */
export function countingFetch() {
  let count = 0;
  return { asked: () => count, send: async () => (count++, new Response("ok")) };
}
