import type { CliCommand } from "../cli-command.ts";
import { readDefaultHost } from "../config.ts";

/** `narrows keys list` */
export const keysList: CliCommand = {
  name: "keys list",
  async run(_, { config, say, now }) {
    const { withKeys } = await import("../database/with-keys.ts");
    const { keysOutcome } = await import("../keys/key-outcome.ts");
    const view = { say, now: now(), defaultHost: readDefaultHost() };
    return keysOutcome(await withKeys(config(), (keys) => keys.list()), view);
  },
};
