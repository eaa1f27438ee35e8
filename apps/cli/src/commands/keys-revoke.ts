import type { CliCommand } from "../cli-command.ts";
import { CliError } from "../cli-error.ts";

/** `narrows keys revoke ID` */
export const keysRevoke: CliCommand = {
  name: "keys revoke",
  declare(command, say) {
    command.argument("<id>", say("keys.id"));
  },
  async run(command, { config, say, now }) {
    const { withKeys } = await import("../database/with-keys.ts");
    const [id = ""] = command.args;
    const isRevoked = await withKeys(config(), (keys) => keys.revoke(id, now()));
    if (!isRevoked) throw new CliError("KEY_NOT_FOUND", { id });
    return { json: { id, revoked: true }, human: `${say("keys.revoked", { id })}\n` };
  },
};
