import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/** Stands between a program and PostgreSQL, and keeps the server's answers back when it is told to. */
export type DeafProxy = AsyncDisposable & {
  /** The server's URL, by way of the proxy. */
  readonly url: string;
  /** While it is true, everything that is asked goes to the server, and nothing comes back. */
  isDeaf: boolean;
};

export async function startDeafProxy(serverUrl: string): Promise<DeafProxy> {
  const { port, hostname } = new URL(serverUrl);
  const clients = new Set<Socket>();
  const server = createServer((client) => {
    clients.add(client);
    const upstream = connect(Number(port), hostname);
    client.on("data", (bytes) => upstream.write(bytes));
    upstream.on("data", (bytes) => {
      if (!proxy.isDeaf) client.write(bytes);
    });
    client
      .on("error", () => undefined)
      .on("close", () => {
        clients.delete(client);
        upstream.end();
      });
    upstream.on("error", () => undefined).on("close", () => client.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = new URL(serverUrl);
  url.port = String((server.address() as AddressInfo).port);
  const proxy: DeafProxy = {
    url: url.href,
    isDeaf: false,
    async [Symbol.asyncDispose]() {
      const closed = once(server, "close");
      server.close();
      for (const client of clients) client.destroy();
      await closed;
    },
  };
  return proxy;
}
