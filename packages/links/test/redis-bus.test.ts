import { once } from "node:events";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { createRedisBus } from "../src/buses/redis.ts";

/** A Redis without data, which answers SUBSCRIBE when the test says so. */
async function startServer(withSubscribe: (answer: () => void) => void) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("data", (data) => {
      for (const [, name = ""] of String(data).matchAll(/\*\d+\r\n\$\d+\r\n(\w+)\r\n/g)) {
        const answer = (): void => void socket.write(answerTo(name.toLowerCase()));
        if (name.toLowerCase() === "subscribe") withSubscribe(answer);
        else answer();
      }
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return { url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

function answerTo(name: string): string {
  if (name === "subscribe") return "*3\r\n$9\r\nsubscribe\r\n$15\r\nnarrows:changes\r\n:1\r\n";
  return name === "info" ? "$0\r\n\r\n" : "+OK\r\n";
}

describe("the bus by redis", () => {
  it("is open when the server has answered that it listens, and not before", async () => {
    const order: string[] = [];
    const { url } = await startServer((answer) => {
      // The other connection, and whatever else was under way, has its time.
      setTimeout(() => {
        order.push("answered");
        answer();
      }, 50);
    });
    const bus = createRedisBus({ url, monotonicMs: () => performance.now(), onFault: () => undefined });
    onTestFinished(() => bus.close());
    await bus.open(() => undefined);
    order.push("open");
    expect(order).toEqual(["answered", "open"]);
  });

  it("is open after a second though the server never answers that it listens", async () => {
    const asked = Promise.withResolvers<void>();
    const { url } = await startServer(() => asked.resolve());
    const bus = createRedisBus({ url, monotonicMs: () => performance.now(), onFault: () => undefined });
    onTestFinished(() => bus.close());
    await Promise.all([bus.open(() => undefined), asked.promise]);
    expect(bus.stats().isConnected).toBe(true);
  });
});
