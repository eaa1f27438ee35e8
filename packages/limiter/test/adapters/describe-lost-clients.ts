import { connect, type Socket } from "node:net";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { forgetWarnings } from "../../src/warnings.ts";
import type { AdapterUnderTest, Limit } from "./adapter-under-test.ts";
import { left, ok, three } from "./suite-context.ts";

/** What an adapter does with a request whose connection is gone before its turn comes, and its address with it. */
export function describeLostClients(adapter: AdapterUnderTest, socketOf: (request: never) => Socket): void {
  beforeEach(forgetWarnings);

  /** An application where something slow comes before the limiter, and a client that does not wait for it. */
  const loseOne = async (options: Limit["options"]) => {
    const limiter = three();
    const paths: string[] = [];
    let onArrival: (socket: Socket) => void = () => {};
    const { url, close } = await adapter.start({
      limits: [{ limiter, options: { ...options } }],
      async before(request) {
        if (!isLost(request)) return;
        const socket = socketOf(request as never);
        onArrival(socket);
        await new Promise((resolve) => socket.once("close", resolve));
      },
      handler: ({ path }) => (paths.push(path), ok),
    });
    onTestFinished(close);
    const { port, hostname } = new URL(url);
    const client = connect(Number(port), hostname);
    const arrived = new Promise<Socket>((resolve) => void (onArrival = resolve));
    client.write(`GET /lost HTTP/1.1\r\nHost: ${hostname}\r\nx-lost: yes\r\n\r\n`);
    const socket = await arrived;
    const isReset = new Promise((resolve) => socket.once("close", resolve));
    client.resetAndDestroy();
    await isReset;
    // Another one's round trip takes longer than what is left to do for the lost one.
    await fetch(`${url}/another`);
    return { limiter, paths };
  };
  const isLost = (request: unknown) => adapter.headerOf(request, "x-lost") === "yes";

  describe(`the adapter for ${adapter.name}, when a client resets its connection early`, () => {
    it("neither charges those without an address, nor passes the request on, nor warns", async () => {
      const warnings: string[] = [];
      const { limiter, paths } = await loseOne({ onWarning: ({ code }) => void warnings.push(code) });
      expect(await left(limiter, "anonymous")).toBe(3);
      expect([paths, warnings]).toEqual([["/another"], []]);
    });

    it("charges whom it knows otherwise", async () => {
      const { limiter, paths } = await loseOne({ identify: (request) => (isLost(request) ? "a" : "b") });
      expect(await left(limiter, "id:a")).toBe(2);
      expect(paths).toEqual(["/lost", "/another"]);
    });
  });
}
