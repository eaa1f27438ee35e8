import { describe, expect, it, onTestFinished } from "vitest";
import { createHttpServer, drain, listen, type HttpServerOptions } from "../../src/http/http-server.ts";
import { problemTable } from "../../src/problems/index.ts";
import { sendRaw } from "../harness/raw-request.ts";

describe("createHttpServer", () => {
  it("refuses a request with more than some 100 headers, however small they are", async () => {
    const options: HttpServerOptions & { readonly onCut: () => void } = { maxConnections: 10, onCut: () => undefined };
    const server = createHttpServer(options);
    server.on("request", (_request, response) => response.end());
    onTestFinished(() => drain(server, 0));
    const port = await listen(server, "127.0.0.1", 0);
    expect(await statusWith(port, 90)).toBe(200);
    expect(await statusWith(port, 500)).toBe(431);
  });

  it("names both of its bounds when it refuses headers", () => {
    const { mend } = problemTable.HEADERS_TOO_LARGE;
    expect(mend.en).toMatch(/16 KiB.*100 headers/);
    expect(mend.ko).toMatch(/16 KiB.*100개/);
  });
});

async function statusWith(port: number, count: number): Promise<number> {
  const headers = Array.from({ length: count }, (_, index) => `X-${index}: 1`);
  const head = ["GET / HTTP/1.1", "Host: localhost", "Connection: close", ...headers, "", ""];
  return (await sendRaw(port, head.join("\r\n"))).status;
}
