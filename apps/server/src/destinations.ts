import { createDestinationPolicy, type DestinationPolicy } from "@narrows/links";
import type { ServerConfig } from "./config.ts";
import type { Site } from "./site.ts";

/** Puts together which destinations this installation takes. */
export function createDestinations(config: ServerConfig, site: Site): DestinationPolicy {
  return createDestinationPolicy({
    bases: ["", ...site.otherHosts].map((domain) => site.origin(domain)),
    allowPrivate: config.allowPrivateDestinations,
    blockedHosts: config.blocklistFile ?? new Set(),
  });
}
