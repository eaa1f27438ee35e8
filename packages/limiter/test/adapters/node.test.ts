import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { describe, expect, it, onTestFinished } from "vitest";
import type { LimitOptions } from "../../src/adapters/limit-options.ts";
import { withLimit } from "../../src/adapters/node.ts";
import { describeAdapter } from "./describe-adapter.ts";
import { describeLostClients } from "./describe-lost-clients.ts";
import { listening } from "./listening.ts";
import { nodeAdapter } from "./node-adapter.ts";
import { three } from "./suite-context.ts";

type Listener = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

describeAdapter(nodeAdapter);
describeLostClients(nodeAdapter, ({ socket }: IncomingMessage) => socket);

describe("withLimit of node:http", () => {
  const broken = () => {
    throw new Error("broken");
  };

  async function start(listener: Listener, options: LimitOptions<IncomingMessage> = {}) {
    const heard: unknown[] = [];
    const onError = (error: unknown, { url }: IncomingMessage) => void heard.push([String(error), url]);
    const limited = withLimit(three(), listener, { onError, ...options });
    const app = await listening(createServer((request, response) => void limited(request, response)));
    onTestFinished(app.close);
    return { heard, send: async () => fetch(app.url) };
  }

  it.each<[string, Listener, LimitOptions<IncomingMessage>]>([
    ["an option throws", () => {}, { cost: broken }],
    ["a cost is no number", () => {}, { cost: () => Number.NaN }],
    [
      "a refusal cannot be written",
      (_request, response) => void response.end(),
      { cost: 3, onLimited: () => ({ headers: [["X-Bad", "a\nb"]] }) },
    ],
    ["the listener throws", broken, {}],
    ["the listener rejects", async () => broken(), {}],
  ])("answers 500 and tells onError when %s", async (_name, listener, options) => {
    const { heard, send } = await start(listener, options);
    let response = await send();
    if (response.status === 200) response = await send();
    expect(response.status).toBe(500);
    expect(await response.json()).toEqual({ type: "about:blank", title: "Internal Server Error", status: 500 });
    expect(heard).toEqual([[expect.stringMatching(/broken|cost|X-Bad/), "/"]]);
  });

  it("breaks a response off that had begun when the listener threw", async () => {
    const { heard, send } = await start((_request, response) => {
      response.writeHead(200, { "Content-Length": "10" }).write("half");
      broken();
    });
    await expect(send().then(async (response) => response.text())).rejects.toThrow(TypeError);
    expect(heard).toEqual([["Error: broken", "/"]]);
  });

  it("sends a response to its end that was whole when the listener threw", async () => {
    const { heard, send } = await start((_request, response) => {
      response.end("x".repeat(1_000_000));
      broken();
    });
    expect((await (await send()).text()).length).toBe(1_000_000);
    expect(heard).toEqual([["Error: broken", "/"]]);
  });

  it("answers 500 without the headers of the body that did not come", async () => {
    const { send } = await start((_request, response) => {
      response.setHeader("Content-Length", "3");
      broken();
    });
    expect(await (await send()).json()).toMatchObject({ status: 500 });
  });

  it("answers 500 with no word of the status that was meant", async () => {
    const { send } = await start((_request, response) => {
      response.statusMessage = "All is well";
      broken();
    });
    expect((await send()).statusText).toBe("Internal Server Error");
  });

  it.each([broken, async () => broken()])("survives an onError that fails itself", async (onError) => {
    const { send } = await start(broken, { onError });
    expect((await send()).status).toBe(500);
  });
});
