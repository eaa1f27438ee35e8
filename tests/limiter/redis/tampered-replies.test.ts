import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { createLimiter } from "@narrows/limiter";
import { redisStore } from "@narrows/limiter/redis";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startRedis, type RedisServer } from "../../services/redis-server.ts";
import { openIoredis, openNodeRedis } from "./redis-clients.ts";

/** What comes from the server, and what is handed on in its place. */
type Tamper = (reply: string) => string;

const asItIs: Tamper = (reply) => reply;
/** The reply to one plain question: the time, and three numbers. */
const plain = /\*4\r\n:(\d+)\r\n:(\d+)\r\n:(\d+)\r\n:(\d+)\r\n/;

describe("what comes from Redis through a connection that changes it", () => {
  let server: RedisServer;
  let proxy: Awaited<ReturnType<typeof startProxy>>;
  let clients: readonly [Awaited<ReturnType<typeof openIoredis>>, Awaited<ReturnType<typeof openNodeRedis>>];

  beforeAll(async () => {
    server = await startRedis();
    proxy = await startProxy(server.port);
    const through = { ...server, port: proxy.port };
    clients = [await openIoredis(through), await openNodeRedis(through)];
  });

  afterAll(async () => {
    clients[0].disconnect();
    clients[1].destroy();
    await proxy.close();
    await server[Symbol.asyncDispose]();
  });

  it.each<[string, Tamper]>([
    ["an empty list", (reply) => reply.replace(plain, "*0\r\n")],
    ["a list without its last number", (reply) => reply.replace(plain, "*3\r\n:$1\r\n:$2\r\n:$3\r\n")],
    ["a list with a number too much", (reply) => reply.replace(plain, "*5\r\n:$1\r\n:$2\r\n:$3\r\n:$4\r\n:0\r\n")],
    ["a list of nothing", (reply) => reply.replace(plain, "*4\r\n$-1\r\n$-1\r\n$-1\r\n$-1\r\n")],
    ["a number beyond all", (reply) => reply.replace(plain, "*4\r\n:$1\r\n:0\r\n:9007199254740993\r\n:$4\r\n")],
    ["an OK", (reply) => reply.replace(plain, "+OK\r\n")],
    ["nothing", (reply) => reply.replace(plain, "$-1\r\n")],
  ])("lets nobody pass under closed, and is over with it: %s", async (_, tamper) => {
    for (const client of clients) {
      const { check } = createLimiter({
        policy: { name: "p", by: ["client"], algorithm: "fixed-window", limit: 1_000, windowMs: 86_400_000 },
        store: redisStore(client, { onFailure: "closed", deadlineMs: 5_000 }),
      });
      expect(await check("a")).toMatchObject({ allowed: true, degraded: false });
      proxy.tamper = tamper;
      expect(await check("a")).toMatchObject({ allowed: false, degraded: true, failure: "STORE_REFUSED" });
      proxy.tamper = asItIs;
      expect(await check("a")).toMatchObject({ allowed: true, degraded: false });
    }
  });
});

/** Stands between clients and a server on this machine. */
async function startProxy(port: number) {
  const sockets = new Set<Socket>();
  const proxy = {
    tamper: asItIs,
    port: 0,
    async close() {
      for (const socket of sockets) socket.destroy();
      listener.close();
      await once(listener, "close");
    },
  };
  const listener = createServer((client) => {
    const upstream = connect(port, "127.0.0.1");
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("error", () => {});
    }
    client.pipe(upstream);
    upstream.on("data", (data) => client.write(proxy.tamper(data.toString("latin1")), "latin1"));
    upstream.on("close", () => client.destroy());
    client.on("close", () => upstream.destroy());
  });
  listener.listen(0, "127.0.0.1");
  await once(listener, "listening");
  proxy.port = (listener.address() as AddressInfo).port;
  return proxy;
}
