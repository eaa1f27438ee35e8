import type { IncomingHttpHeaders } from "node:http";
import type { KeyStore } from "@narrows/links";
import type { ServerConfig } from "../config.ts";
import type { Secrets } from "../secrets.ts";
import type { Site } from "../site.ts";
import { parseTrustedProxies, type TrustedProxies } from "../trusted-proxies.ts";
import { createAnonymousAccess } from "./anonymous-requester.ts";
import { createAnonymousRule } from "./anonymous-rule.ts";
import { createAuthenticator } from "./authenticator.ts";
import { createGate, type Gate } from "./gate.ts";
import { createSenderOf } from "./sender-of.ts";

export type AccessControl = {
  readonly gate: Gate;
  /** Tells whether whoever sends these headers may create links without a key. */
  readonly mayCreateAnonymously: (headers: IncomingHttpHeaders) => boolean;
  readonly trustedProxies: TrustedProxies;
};

/** Puts together who may do what, as configured. */
export function createAccessControl(
  config: ServerConfig,
  secrets: Secrets,
  site: Site,
  dependencies: { readonly keys: KeyStore; readonly now: () => number },
): AccessControl {
  const trustedProxies = config.trustedProxies ?? parseTrustedProxies("");
  const mayCreateAnonymously = createAnonymousRule({
    mode: config.anonymousCreate,
    listenHost: config.host,
    baseHost: site.defaultHost,
    hasTrustedProxies: !trustedProxies.isEmpty,
  });
  const senderOf = createSenderOf(trustedProxies);
  const gate = createGate({
    authenticate: createAuthenticator({ ...dependencies, adminKey: secrets.adminKey }),
    mayCreateAnonymously,
    anonymousAccess: createAnonymousAccess(secrets.codeSecret),
    addressOf: (request) => senderOf(request).address,
  });
  return { gate, mayCreateAnonymously, trustedProxies };
}
