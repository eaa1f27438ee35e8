import { once } from "node:events";
import { createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** Stands between an edge and the service, and sees what the edge asks for. */
export type OriginDoor = AsyncDisposable & {
  readonly port: number;
  /** How many requests for this path came through. */
  asked(path: string): number;
  /** Keeps the next answer to this path back, made already, until what is returned is called. */
  hold(path: string): { readonly held: Promise<void>; readonly release: () => void };
  /** Cuts everybody off; the port is closed. */
  shut(): Promise<void>;
};

type Hold = { readonly onHeld: () => void; readonly released: Promise<void> };

/** Hands every request on to the service at `port`. */
export async function openOriginDoor(servicePort: number): Promise<OriginDoor> {
  const counts = new Map<string, number>();
  const holds = new Map<string, Hold>();
  const server = createServer((incoming, outgoing) => {
    const path = incoming.url ?? "";
    counts.set(path, (counts.get(path) ?? 0) + 1);
    const hold = holds.get(path);
    holds.delete(path);
    void handOn(servicePort, incoming, outgoing, hold).catch(() => outgoing.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const shut = async (): Promise<void> => {
    if (!server.listening) return;
    server.close();
    server.closeAllConnections();
    await once(server, "close");
  };
  return {
    port: (server.address() as AddressInfo).port,
    asked: (path) => counts.get(path) ?? 0,
    hold(path) {
      const held = Promise.withResolvers<void>();
      const released = Promise.withResolvers<void>();
      holds.set(path, { onHeld: held.resolve, released: released.promise });
      return { held: held.promise, release: released.resolve };
    },
    shut,
    [Symbol.asyncDispose]: shut,
  };
}

async function handOn(port: number, incoming: IncomingMessage, outgoing: ServerResponse, hold: Hold | undefined) {
  const { method, url, headers } = incoming;
  const asking = request({ port, method, path: url, headers, host: "127.0.0.1" });
  incoming.pipe(asking);
  const [answer] = (await once(asking, "response")) as [IncomingMessage];
  hold?.onHeld();
  await hold?.released;
  outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
  answer.pipe(outgoing);
}
