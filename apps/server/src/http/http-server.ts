import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import { Server as TcpServer, type AddressInfo, type Socket } from "node:net";
import { setImmediate as nextImmediate, setTimeout as sleep } from "node:timers/promises";
import { answerClientError, refuseTunnel } from "./client-error.ts";
import type { OnCut } from "./cuts.ts";
import { inTurn } from "./in-turn.ts";
import { createServer } from "./node-http.ts";
import { sendProblem } from "./send-answer.ts";

/** Bounds on what a connection may cost before anybody is known to be a friend. */
const defaultTimeouts = { headersTimeout: 10_000, requestTimeout: 30_000, connectionsCheckingInterval: 2_000 } as const;

const maxHeaderBytes = 16 * 1024;
const maxHeaders = 100;
const keepAliveMs = 65_000;

/**
 * Connections that the system holds until they are accepted; it may hold fewer (`somaxconn`, 4,096 on Linux). One that
 * finds no room is tried again a second later, and node's 511 are full after a quarter of a second at 2,000 a second.
 */
const listenBacklog = 4_096;

/** How long a client may leave an answer unread. Above the time for a request: a slow one is answered, not cut. */
const defaultUnreadMs = 35_000;

export type HttpServerOptions = {
  readonly maxConnections: number;
  readonly onCut: OnCut;
  /** How long a client may read nothing of what is sent to it. */
  readonly unreadMs?: number;
  /** In milliseconds, named as node names them. */
  readonly timeouts?: Readonly<Record<keyof typeof defaultTimeouts, number>>;
};

/** Makes a node:http server with bounds, that answers malformed requests. */
export function createHttpServer(options: HttpServerOptions): Server {
  const { maxConnections, onCut, unreadMs = defaultUnreadMs, timeouts = defaultTimeouts } = options;
  const server = createServer({
    ...timeouts,
    maxHeaderSize: maxHeaderBytes,
    keepAliveTimeout: keepAliveMs,
    // Repeated headers are joined, so that two Hosts, two keys or two content types are refused like any malformed one.
    joinDuplicateHeaders: true,
    // A missing Host is refused by the listener, with a problem.
    requireHostHeader: false,
  });
  server.maxConnections = maxConnections;
  server.maxHeadersCount = maxHeaders;
  // A client may close its sending side behind a request (RFC 9112, 9.6), and is to hear what became of it.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.on("clientError", answerClientError);
  server.on("connect", refuseTunnel);
  server.on("request", closeAfterUpgrade);
  const refuseExpectation: RequestListener = (request, response) =>
    sendProblem(request, response, "EXPECTATION_FAILED", { connection: "close" });
  server.on("checkExpectation", inTurn(refuseExpectation, onCut));
  cutUnread(server, unreadMs, onCut);
  return server;
}

/**
 * Nothing here is upgraded to, and node forgets the bytes that came in one piece with such an offer: a request among them
 * would never be answered on a kept connection.
 */
function closeAfterUpgrade({ headers }: IncomingMessage, response: ServerResponse): void {
  if (headers.upgrade !== undefined) response.shouldKeepAlive = false;
}

/** Node's timer runs anew whenever bytes move in either direction, and also ends kept connections. */
function cutUnread(server: Server, unreadMs: number, onCut: OnCut): void {
  server.timeout = unreadMs;
  server.on("timeout", (socket: Socket) => {
    if (socket.writableLength > 0) onCut("unread");
    socket.destroy();
  });
}

/** Resolves with the port when the server listens; rejects when it cannot. */
export async function listen(server: Server, host: string, port: number): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once("error", reject);
  server.listen({ host, port, backlog: listenBacklog }, resolve);
  await promise;
  server.off("error", reject);
  return (server.address() as AddressInfo).port;
}

/** Gives the requests to `listener` from now on; the ones that came since `listen` wait for it too. */
export function serveWhenReady(server: Server, ready: Promise<RequestListener>, onCut: OnCut): void {
  const hold = inTurn((request, response) => {
    void ready.then((listener) => listener(request, response));
  }, onCut);
  server.on("request", hold);
  void ready.then(
    (listener) => server.off("request", hold).on("request", inTurn(listener, onCut)),
    // Whoever waits for the same promise stops the server.
    () => undefined,
  );
}

/** How long a kept connection may still bring the request that its client was about to send, where nobody can wait. */
const shortGraceMs = 250;

/**
 * Stops accepting, lets what is in flight or already sent finish, and resolves when the last connection is closed. At
 * the deadline the rest is cut off.
 *
 * @param quietGraceMs How long connections that are kept without a request are left alone: one that is closed in the
 * moment in which its client sends the next request loses that request.
 */
export async function drain(server: Server, deadlineMs: number, quietGraceMs = shortGraceMs): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  // Not http's own close(): that one resets kept connections at once, with the requests that lie unread on them.
  TcpServer.prototype.close.call(server, () => resolve());
  const deadline = setTimeout(() => server.closeAllConnections(), deadlineMs);
  const sweeping = new AbortController();
  const quiet = setTimeout(() => void closeQuietOnes(server, sweeping.signal), Math.min(quietGraceMs, deadlineMs));
  try {
    await promise;
  } finally {
    clearTimeout(quiet);
    clearTimeout(deadline);
    sweeping.abort();
    // There is nothing left to close but the timer that looks after connections.
    server.close();
  }
}

/** A connection turns idle when its answer is out, and nothing tells of it. */
async function closeQuietOnes(server: Server, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    // Immediates run after what had arrived was read, so no request is on a connection that counts as idle now.
    await nextImmediate();
    server.closeIdleConnections();
    await sleep(25);
  }
}
