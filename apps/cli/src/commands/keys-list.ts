import type { CliCommand } from "../cli-command.ts";

/** `narrows keys list` */
export const keysList: CliCommand = {
  name: "keys list",
  async run(_, { config, say, now }) {
    const { withKeys } = await import("../database/with-keys.ts");
    const { keysOutcome } = await import("../keys/key-outcome.ts");
    return keysOutcome(await withKeys(config(), (keys) => keys.list()), now(), say);
  },
};
