import { randomBytes } from "node:crypto";
import type { Click, Places, Visit } from "@narrows/clicks";
import type { Logger } from "@narrows/service";
import { createAddressOf } from "../auth/sender-of.ts";
import type { Clocks } from "../clocks.ts";
import type { ServerConfig } from "../config.ts";
import { createFaultLog } from "../fault-log.ts";
import { clickFolders } from "./click-folders.ts";

export type DescriberParts = {
  readonly config: ServerConfig;
  readonly log: Logger;
  readonly clocks: Pick<Clocks, "now">;
  readonly places: Places | undefined;
};

/** Turns visits into clicks. */
export type OpenedDescriber = { readonly describe: (visit: Visit) => Click; readonly close: () => void };

/** Loads what tells readers apart, which a start does not wait for. */
export async function openDescriber({ config, log, clocks, places }: DescriberParts): Promise<OpenedDescriber> {
  const { createDescriber, openFileSalts } = await import("@narrows/clicks/describe");
  const onFault = createFaultLog(log, "Something of a click could not be found out.");
  const salts = openFileSalts({
    folder: clickFolders(config.dataDir).salts,
    now: clocks.now,
    randomBytes,
    onFault,
  });
  const { baseUrl, domains = [] } = config;
  const describe = createDescriber({
    addressOf: createAddressOf(config.trustedProxies ?? { isEmpty: true, blocks: [] }),
    salts,
    ...(places === undefined ? {} : { places }),
    ownHosts: baseUrl === undefined ? domains : [baseUrl.hostname, ...domains],
    randomBytes,
    onFault,
  });
  return { describe, close: () => salts.close() };
}
