import { removeOldSalts } from "@narrows/clicks/old-salts";
import type { Logger, Part } from "@narrows/service";
import type { Clocks } from "../clocks.ts";
import type { ServerConfig } from "../config.ts";
import { clickFolders } from "./click-folders.ts";

export type OldSaltsOptions = {
  readonly config: Pick<ServerConfig, "dataDir" | "databaseUrl">;
  readonly log: Logger;
  readonly clocks: Pick<Clocks, "now">;
};

/**
 * Forgets the salts of days that are over at each start, also where nobody follows a link and with CLICKS=off: those in
 * files at once, those in PostgreSQL beside the start.
 */
export function oldSalts(options: OldSaltsOptions): Part {
  let shared: Promise<void> | undefined;
  return {
    name: "old salts",
    start() {
      removeFiles(options);
      shared = removeShared(options);
    },
    // It has its own deadline.
    stop: () => shared,
  };
}

function removeFiles({ config, log, clocks }: OldSaltsOptions): void {
  try {
    removeOldSalts(clickFolders(config.dataDir).salts, clocks.now());
  } catch (error) {
    log.warn({ err: error }, "Salts of days that are over could not be removed; remove DATA_DIR/clicks/salts.");
  }
}

async function removeShared({ config, log, clocks }: OldSaltsOptions): Promise<void> {
  if (config.databaseUrl === undefined) return;
  try {
    const { connectTo, removeOldPostgresSalts } = await import("@narrows/clicks/postgres-salts");
    await removeOldPostgresSalts({ connect: connectTo(config.databaseUrl.href) }, clocks.now());
  } catch (error) {
    const message =
      "Salts of days that are over could not be removed from PostgreSQL; empty narrows_clicks.salts there.";
    log.warn({ err: error }, message);
  }
}
