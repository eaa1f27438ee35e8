import type { Server } from "node:http";
import type { Metrics } from "@narrows/service";
import { clientErrorCode } from "../http/client-error.ts";

/** Why a connection or a request is refused before the framework sees it; the codes are those of the answers. */
const reasons = [
  "CONNECTION_LIMIT",
  "REQUEST_MALFORMED",
  "REQUEST_TIMEOUT",
  "HEADERS_TOO_LARGE",
  "BODY_TOO_LARGE",
  "METHOD_NOT_ALLOWED",
  "EXPECTATION_FAILED",
] as const;

export type RefusalReason = (typeof reasons)[number];

/** Counts what is refused before the framework, by the server itself or by whoever calls what is returned. */
export function createRefusalMetrics(metrics: Metrics, server: Server): (reason: RefusalReason) => void {
  const counts = new Map<RefusalReason, number>(reasons.map((reason) => [reason, 0]));
  const onRefused = (reason: RefusalReason): void => void counts.set(reason, (counts.get(reason) ?? 0) + 1);
  metrics.counterFrom(
    "narrows_refused_requests_total",
    "Connections and requests that were refused before they came to a route, by reason.",
    { reason: reasons },
    () => Array.from(counts, ([reason, value]) => ({ labels: { reason }, value })),
  );
  server.on("drop", () => onRefused("CONNECTION_LIMIT"));
  server.on("connect", () => onRefused("METHOD_NOT_ALLOWED"));
  server.on("checkExpectation", () => onRefused("EXPECTATION_FAILED"));
  server.on("clientError", (error) => {
    const code = clientErrorCode(error);
    if (code !== undefined) onRefused(code);
  });
  return onRefused;
}

/** Shows how many connections are open. */
export function registerConnections(metrics: Metrics, server: Server): void {
  let open = 0;
  metrics.gaugeFrom("narrows_connections", "Connections that are open; MAX_CONNECTIONS bounds them.", {}, () => open);
  server.on("connection", (socket) => {
    open += 1;
    socket.once("close", () => {
      open -= 1;
    });
  });
}
