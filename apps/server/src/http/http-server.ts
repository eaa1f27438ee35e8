import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { answerClientError, refuseTunnel } from "./client-error.ts";
import { sendProblem } from "./send-answer.ts";

/** Bounds on what a connection may cost before anybody is known to be a friend. */
const defaultTimeouts = { headersTimeout: 10_000, requestTimeout: 30_000, connectionsCheckingInterval: 2_000 } as const;

const maxHeaderBytes = 16 * 1024;
const maxHeaders = 100;
const keepAliveMs = 65_000;

export type HttpServerOptions = {
  readonly maxConnections: number;
  /** In milliseconds, named as node names them. */
  readonly timeouts?: Readonly<Record<keyof typeof defaultTimeouts, number>>;
};

/** Makes a node:http server with bounds, that answers malformed requests. */
export function createHttpServer({ maxConnections, timeouts = defaultTimeouts }: HttpServerOptions): Server {
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
  server.on("clientError", answerClientError);
  server.on("connect", refuseTunnel);
  server.on("checkExpectation", (request, response) => {
    sendProblem(request, response, "EXPECTATION_FAILED", { connection: "close" });
  });
  return server;
}

/** Resolves with the port when the server listens; rejects when it cannot. */
export async function listen(server: Server, host: string, port: number): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once("error", reject);
  server.listen({ host, port }, resolve);
  await promise;
  server.off("error", reject);
  return (server.address() as AddressInfo).port;
}

/** Gives the requests to `listener` from now on; the ones that came since `listen` wait for it too. */
export function serveWhenReady(server: Server, ready: Promise<RequestListener>): void {
  const hold: RequestListener = (request, response) => {
    void ready.then((listener) => listener(request, response));
  };
  server.on("request", hold);
  void ready.then(
    (listener) => server.off("request", hold).on("request", listener),
    // Whoever waits for the same promise stops the server.
    () => undefined,
  );
}

/**
 * Stops accepting, lets what is in flight finish, and resolves when the last connection is closed. At the deadline the
 * rest is cut off.
 */
export async function drain(server: Server, deadlineMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.close(() => resolve());
  server.closeIdleConnections();
  // A connection turns idle when its answer is out, and nothing tells of it.
  const sweep = setInterval(() => server.closeIdleConnections(), 25);
  const deadline = setTimeout(() => server.closeAllConnections(), deadlineMs);
  try {
    await promise;
  } finally {
    clearInterval(sweep);
    clearTimeout(deadline);
  }
}
