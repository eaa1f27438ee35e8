import { once } from "node:events";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { createRedisBus } from "@narrows/links/buses/redis";
import { openRedisSharedCache } from "@narrows/links/shared-caches/redis";
import { expect, it } from "vitest";

const many = (text: string): string => text.repeat(50);

/** What is not Redis says, and what Redis says when it refuses everything. */
const sayings = {
  "another protocol": "HTTP/1.1 400 Bad Request\r\n\r\n",
  "no room for clients": "-ERR max number of clients reached\r\n",
  "no password": many("-NOAUTH Authentication required.\r\n"),
  "a wrong password": many("-WRONGPASS invalid username-password pair\r\n"),
  "another place": many("-MOVED 1 127.0.0.1:1\r\n"),
  "a replica's refusal": many("-READONLY You can't write against a read only replica.\r\n"),
  "a start that takes long": many("-LOADING Redis is loading the dataset in memory\r\n"),
  "too many answers": many("+OK\r\n"),
  "lengths below zero": "$-5\r\n*-3\r\n",
  "a length without end": "$99999999999\r\n",
  "messages nobody asked for": many("*3\r\n$7\r\nmessage\r\n$1\r\na\r\n$1\r\nb\r\n"),
} as const;

// An error that nobody catches fails the run.
it.each(Object.entries(sayings))("lives with a Redis that says %s", async (_what, said) => {
  await using place = await openPlace(said);
  const options = {
    url: `redis://:password@127.0.0.1:${place.port}/3`,
    monotonicMs: () => performance.now(),
    onFault: () => undefined,
  };
  const bus = createRedisBus(options);
  const cache = openRedisSharedCache({ ...options, makeId: () => "id" });
  await bus.open(() => undefined);
  bus.send("text");
  await Promise.allSettled([cache.get({ domain: "", code: "a" }), cache.raise({ domain: "", code: "a" }, 2)]);
  await place.asked(3);
  await bus.close();
  await cache.close();
  expect(bus.stats().isConnected).toBe(false);
});

/** Says the same to whatever it is asked. */
async function openPlace(said: string) {
  const sockets = new Set<Socket>();
  let asked = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket
      .on("error", () => undefined)
      .on("data", () => {
        asked += 1;
        server.emit("asked");
        socket.write(said);
      });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    port: (server.address() as AddressInfo).port,
    async asked(times: number) {
      while (asked < times) await once(server, "asked");
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
