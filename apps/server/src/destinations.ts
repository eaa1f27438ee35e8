import { readFile } from "node:fs/promises";
import { createDestinationPolicy, parseBlocklist, type DestinationPolicy } from "@narrows/links";
import { ConfigError } from "@narrows/service";
import type { ServerConfig } from "./config.ts";
import type { Site } from "./site.ts";

/**
 * Puts together which destinations this installation takes.
 *
 * @throws {ConfigError} When the blocklist cannot be read.
 */
export async function openDestinations(config: ServerConfig, site: Site): Promise<DestinationPolicy> {
  return createDestinationPolicy({
    bases: ["", ...site.otherHosts].map((domain) => site.origin(domain)),
    allowPrivate: config.allowPrivateDestinations,
    blockedHosts: config.blocklistFile === undefined ? new Set() : await readBlocklist(config.blocklistFile),
  });
}

async function readBlocklist(path: string): Promise<ReadonlySet<string>> {
  try {
    return parseBlocklist(await readFile(path, "utf8"));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const mend = "Name a readable file with one host name a line.";
    throw new ConfigError([{ option: "BLOCKLIST_FILE", problem: `${path}: ${reason}`, mend }], { cause: error });
  }
}
