import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/** Stands between the program and PostgreSQL, as a load balancer or a NAT does. */
export type ResetProxy = AsyncDisposable & {
  /** The server's URL, by way of the proxy. */
  readonly url: string;
  /** Connections that were made to it since the start. */
  readonly accepted: number;
  /**
   * From now on each connection that there is gets a reset for what comes next over it, which the server does not get;
   * a connection that is made later is let through.
   */
  forget(): void;
};

export async function startResetProxy(serverUrl: string): Promise<ResetProxy> {
  const { port, hostname } = new URL(serverUrl);
  const flows = new Map<Socket, Socket>();
  const forgotten = new WeakSet<Socket>();
  let accepted = 0;
  const proxy = createServer((client) => {
    accepted += 1;
    const server = connect(Number(port), hostname);
    flows.set(client, server);
    client.on("data", (bytes) => {
      if (forgotten.has(client)) client.resetAndDestroy();
      else server.write(bytes);
    });
    server.on("data", (bytes) => client.write(bytes));
    client.on("error", () => undefined).on("close", () => (flows.delete(client), server.destroy()));
    server.on("error", () => undefined).on("close", () => client.destroy());
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const url = new URL(serverUrl);
  url.port = String((proxy.address() as AddressInfo).port);
  return {
    url: url.href,
    get accepted() {
      return accepted;
    },
    forget() {
      for (const client of flows.keys()) forgotten.add(client);
    },
    async [Symbol.asyncDispose]() {
      const closed = once(proxy, "close");
      proxy.close();
      for (const client of flows.keys()) client.destroy();
      await closed;
    },
  };
}
