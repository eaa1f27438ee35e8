import { once } from "node:events";
import { connect } from "node:net";
import { createLogger } from "@narrows/service";
import { expect, it, onTestFinished, vi } from "vitest";
import { createWriterPort } from "../../src/clicks/writer-port.ts";

const text = { contentType: "text/plain", body: "" };

async function startPort(): Promise<number> {
  const lines: string[] = [];
  const part = createWriterPort({
    config: { clickWriterPort: 0, clickWriterHost: "127.0.0.1" },
    metrics: { begin: async () => undefined, render: async () => text },
    log: createLogger({ level: "info", write: (line) => lines.push(line) }),
  });
  onTestFinished(async () => part.stop?.());
  await part.start?.(new AbortController().signal);
  return JSON.parse(lines[0] ?? "{}").port;
}

it("is kept from nobody for long by connections on which half a request comes and that stay", async () => {
  const port = await startPort();
  const halves = Array.from({ length: 64 }, () => connect({ port, host: "127.0.0.1", allowHalfOpen: true }));
  // It comes behind them whenever the server takes them in: they lie in one queue.
  const late = connect({ port, host: "127.0.0.1" }).resume();
  onTestFinished(() => [...halves, late].forEach((socket) => socket.destroy()));
  await once(late, "close");
  expect(late.bytesRead).toBe(0);
  for (const half of halves)
    half
      .on("error", () => undefined)
      .resume()
      .write("GET /healthz HTTP/1.1\r\nHost: ");
  const ask = async (): Promise<number> => (await fetch(`http://127.0.0.1:${port}/healthz`)).status;
  expect(await vi.waitFor(ask, { timeout: 40_000, interval: 100 })).toBe(200);
});
