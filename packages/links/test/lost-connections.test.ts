import { once } from "node:events";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { expect, it, onTestFinished, vi } from "vitest";
import { createRedisBus } from "../src/buses/redis.ts";
import { openRedisSharedCache } from "../src/shared-caches/redis/index.ts";

/** A Redis that never answers a command of this name, and hangs up when it is asked. */
async function startServer(silentName: string) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => sockets.delete(socket));
    socket.on("data", (data) => {
      for (const [, name = ""] of String(data).matchAll(/\*\d+\r\n\$\d+\r\n(\w+)\r\n/g)) {
        if (name.toLowerCase() === silentName) socket.destroy();
        else socket.write(name.toLowerCase() === "info" ? "$0\r\n\r\n" : "+OK\r\n");
      }
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const url = `redis://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, monotonicMs: () => performance.now(), onFault: () => undefined };
}

it("the bus counts what Redis had not confirmed when the connection broke, and does not wait for it", async () => {
  const bus = createRedisBus(await startServer("publish"));
  onTestFinished(() => bus.close());
  await bus.open(() => undefined);
  // More payloads than may be under way at once.
  for (let count = 1; count <= 6; count += 1) {
    await vi.waitUntil(() => bus.stats().isConnected, { timeout: 20_000 });
    bus.send("text");
    await expect.poll(() => bus.stats().dropped, { timeout: 20_000 }).toBe(count);
  }
});

it("the shared cache says so when the connection broke before Redis had answered", async () => {
  const cache = openRedisSharedCache({ ...(await startServer("get")), makeId: () => "id" });
  onTestFinished(() => cache.close());
  await vi.waitUntil(() => cache.isConnected(), { timeout: 20_000 });
  await expect(cache.reached(0)).rejects.toThrow("Redis was lost before it had answered.");
});
