import type { Places } from "@narrows/clicks";
import { ConfigError, type Logger } from "@narrows/service";
import { createFaultLog } from "../fault-log.ts";
import type { ClickConfig } from "./click-settings.ts";

export type OpenedPlaces = Places & { readonly close?: () => void };

/**
 * Opens what tells where readers are: a header by which an edge says it, or a file. A file system that does not answer is gone on
 * without, until it does.
 *
 * @returns Undefined where neither is configured.
 * @throws {ConfigError} When the file cannot be used.
 */
export async function openPlaces(config: ClickConfig, log: Logger): Promise<OpenedPlaces | undefined> {
  const { countryHeader, regionHeader, countryFile } = config;
  if (countryHeader !== undefined) {
    const { createEdgeHeaderPlaces } = await import("@narrows/clicks/describe");
    const region = regionHeader === undefined ? {} : { region: regionHeader };
    return createEdgeHeaderPlaces({ country: countryHeader, ...region });
  }
  if (countryFile === undefined) return undefined;
  const { openMmdbPlaces } = await import("@narrows/clicks/mmdb");
  const onFault = createFaultLog(
    log,
    "COUNTRY_FILE cannot be read; what was read of it before goes on to be used, if anything.",
  );
  return openMmdbPlaces({ path: countryFile, onFault }).catch((error: unknown) => {
    const mend = "Name a file in MaxMind's format (.mmdb) with countries, which the service may read.";
    const problem = error instanceof Error ? error.message : String(error);
    throw new ConfigError([{ option: "COUNTRY_FILE", problem, mend }]);
  });
}

/** As `openPlaces`; undefined where the file cannot be used any more: a click is worth more than its country. */
export async function openPlacesIfUsable(config: ClickConfig, log: Logger): Promise<OpenedPlaces | undefined> {
  try {
    return await openPlaces(config, log);
  } catch (error) {
    log.error({ err: error }, "COUNTRY_FILE cannot be used any more; until the next start no countries are known.");
    return undefined;
  }
}
