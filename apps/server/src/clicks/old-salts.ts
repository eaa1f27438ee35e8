import { removeOldSalts } from "@narrows/clicks/old-salts";
import type { Logger, Part } from "@narrows/service";
import type { Clocks } from "../clocks.ts";
import type { ServerConfig } from "../config.ts";
import { clickFolders } from "./click-folders.ts";

export type OldSaltsOptions = {
  readonly config: Pick<ServerConfig, "dataDir">;
  readonly log: Logger;
  readonly clocks: Pick<Clocks, "now">;
};

/** Forgets the salts of days that are over at each start, also where nobody follows a link and with CLICKS=off. */
export function oldSalts({ config, log, clocks }: OldSaltsOptions): Part {
  return {
    name: "old salts",
    start() {
      try {
        removeOldSalts(clickFolders(config.dataDir).salts, clocks.now());
      } catch (error) {
        log.warn({ err: error }, "Salts of days that are over could not be removed; remove DATA_DIR/clicks/salts.");
      }
    },
  };
}
