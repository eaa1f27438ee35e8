import type { IncomingHttpHeaders } from "node:http";
import { isLoopbackHost } from "@narrows/service";
import { hasForwardingHeader } from "./forwarding-headers.ts";

export type AnonymousRuleOptions = {
  /** ANONYMOUS_CREATE. */
  readonly mode: "auto" | "on" | "off";
  /** HOST: the address that is listened on. */
  readonly listenHost: string;
  /** The host of BASE_URL. */
  readonly baseHost: string;
  readonly hasTrustedProxies: boolean;
};

/**
 * Decides who may create a link without a key. `auto` lets only the person at this machine: HOST, BASE_URL and the
 * request's Host are loopback, no proxy is configured, and none has left a header.
 */
export function createAnonymousRule(options: AnonymousRuleOptions): (headers: IncomingHttpHeaders) => boolean {
  const { mode, listenHost, baseHost, hasTrustedProxies } = options;
  if (mode !== "auto") return () => mode === "on";
  if (hasTrustedProxies || !isLoopbackHost(listenHost) || !isLoopbackHost(baseHost)) return () => false;
  return (headers) => isLoopbackHost(headers.host ?? "") && !hasForwardingHeader(headers);
}
