import type { Visit } from "@narrows/clicks";
import type { Visit as Redirected } from "../redirect.ts";

/** A redirect as the recorder takes it: what the HTTP parser has made already, and nothing that is made for it. */
export function clickedVisit(
  { domain, code, request }: Redirected,
  status: number,
  destination: string,
  now: number,
): Visit {
  return {
    domain,
    code,
    at: now,
    method: request.method ?? "GET",
    status,
    remoteAddress: request.socket.remoteAddress,
    rawHeaders: request.rawHeaders,
    target: request.url ?? "",
    destination,
  };
}
