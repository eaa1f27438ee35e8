import type { RequestListener, Server } from "node:http";
import type { Logger, Metrics, Part } from "@narrows/service";
import type { ServerConfig } from "../config.ts";
import { createHttpServer, drain, listen } from "../http/http-server.ts";
import { inTurn } from "../http/in-turn.ts";
import { sendAnswer, sendProblem } from "../http/send-answer.ts";
import { listenFault } from "../start-fault.ts";

export type WriterPortOptions = {
  readonly config: Pick<ServerConfig, "clickWriterPort" | "clickWriterHost">;
  readonly metrics: Pick<Metrics, "begin" | "render">;
  readonly log: Logger;
};

/** A scraper, a supervisor, and somebody who looks. */
const maxConnections = 64;
/** A page of metrics is made in some milliseconds. */
const drainMs = 500;
/**
 * Whoever reaches the port may open as many connections as there are: those that ask for nothing have to go before a
 * supervisor takes the writer for dead.
 */
const bounds = {
  unreadMs: 5_000,
  timeouts: { headersTimeout: 2_000, requestTimeout: 3_000, connectionsCheckingInterval: 500 },
} as const;

/**
 * Shows `/metrics` and `/healthz` of a click writer on a port of its own, as the service shows them, and to whoever reaches
 * it: there is nothing else behind it. Does nothing where no port is configured.
 */
export function createWriterPort({ config, metrics, log }: WriterPortOptions): Part {
  const { clickWriterPort, clickWriterHost: host } = config;
  if (clickWriterPort === undefined) return { name: "click writer port" };
  const server = createHttpServer({ maxConnections, onCut: () => undefined, ...bounds });
  server.on(
    "request",
    inTurn(createPages(metrics, log), () => undefined),
  );
  return {
    name: "click writer port",
    async start() {
      const port = await listenOrSay(server, host, clickWriterPort);
      log.info({ host, port }, "Shows metrics.");
      await metrics.begin();
    },
    stop: () => drain(server, drainMs, 0),
  };
}

function createPages(metrics: Pick<Metrics, "render">, log: Logger): RequestListener {
  return (request, response) => {
    const isRead = request.method === "GET" || request.method === "HEAD";
    const path = isRead ? request.url?.split("?", 1)[0] : undefined;
    if (path === "/healthz") {
      return sendAnswer(response, {
        status: 200,
        headers: { "content-type": "application/json; charset=utf-8" },
        body: '{"status":"ok"}',
      });
    }
    if (path !== "/metrics") return sendProblem(request, response, "NOT_FOUND");
    metrics.render().then(
      ({ contentType, body }) => sendAnswer(response, { status: 200, headers: { "content-type": contentType }, body }),
      (error: unknown) => {
        log.error({ err: error }, "The metrics could not be shown.");
        sendProblem(request, response, "INTERNAL");
      },
    );
  };
}

async function listenOrSay(server: Server, host: string, port: number): Promise<number> {
  try {
    return await listen(server, host, port);
  } catch (error) {
    throw listenFault(error, { host, port, options: { host: "CLICK_WRITER_HOST", port: "CLICK_WRITER_PORT" } });
  }
}
