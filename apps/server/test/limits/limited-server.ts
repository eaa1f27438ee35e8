import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "@narrows/service";
import { openTestServer, temporaryFolder, type TestServer } from "../harness/running-server.ts";

export type LimitedServer = TestServer & {
  /** Lets time pass, for the limits and for everything else. */
  readonly pass: (milliseconds: number) => void;
  readonly policiesFile: string;
};

/** A service with these policies, whose time stands still. */
export async function openLimitedServer(
  policies: string,
  environment: Readonly<Record<string, string>> = {},
  log?: Logger,
): Promise<LimitedServer> {
  const policiesFile = join(await temporaryFolder(), "policies.yaml");
  await writeFile(policiesFile, policies);
  let passedMs = 0;
  const clocks = { now: () => startMs + passedMs, monotonicMs: () => 5_000 + passedMs };
  const server = await openTestServer({
    environment: { POLICIES_FILE: policiesFile, ...environment },
    clocks,
    ...(log === undefined ? {} : { log }),
  });
  return {
    ...server,
    policiesFile,
    pass(milliseconds) {
      passedMs += milliseconds;
    },
  };
}

/** The beginning of a minute. */
const startMs = Date.UTC(2026, 10, 30);

/** A file with one policy. */
export function onePolicy(fields: Readonly<Record<string, string | number>>): string {
  const lines = Object.entries(fields).map(([name, value]) => `    ${name}: ${value}`);
  return `policies:\n  - ${lines.join("\n").trimStart()}\n`;
}

/** `count` units a minute, all at the beginning of it. */
export function perMinute(name: string, purpose: string, per: string, limit: number): string {
  return onePolicy({ name, for: purpose, per, algorithm: "fixed-window", limit, window: "1m" });
}

/** The headers by which a proxy that is trusted says for whom it asks. */
export function from(address: string): { readonly headers: Readonly<Record<string, string>> } {
  return { headers: { "x-forwarded-for": address } };
}

/** A service that trusts a proxy at this machine. */
export const behindProxy = { TRUSTED_PROXIES: "127.0.0.1,::1" };
