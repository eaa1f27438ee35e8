import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/** Stands between a client and a broker. */
export type CuttingProxy = AsyncDisposable & {
  readonly port: number;
  /** The next request that has this in it arrives, and its answer does not: the connection is cut instead. */
  cutAnswerTo(part: string): void;
  /** Answers that were cut so far. */
  readonly cuts: number;
};

/** @param target The broker's port, asked for at each connection. */
export async function openCuttingProxy(target: () => number): Promise<CuttingProxy> {
  const sockets = new Set<Socket>();
  let part: string | undefined;
  let cuts = 0;
  const server = createServer((client) => {
    const broker = connect(target(), "127.0.0.1");
    let isDoomed = false;
    client.on("data", (chunk) => {
      if (part !== undefined && chunk.includes(part)) {
        isDoomed = true;
        part = undefined;
      }
      broker.write(chunk);
    });
    broker.on("data", (chunk) => {
      if (!isDoomed) return void client.write(chunk);
      // The rest of what is cut.
      if (client.destroyed) return;
      cuts += 1;
      client.destroy();
    });
    for (const [one, other] of [
      [client, broker],
      [broker, client],
    ] as const) {
      sockets.add(one);
      one.on("error", () => other.destroy()).on("close", () => (sockets.delete(one), other.destroy()));
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    cutAnswerTo(next) {
      part = next;
    },
    get cuts() {
      return cuts;
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
