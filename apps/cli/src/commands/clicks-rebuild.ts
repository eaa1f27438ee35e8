import type { CliCommand } from "../cli-command.ts";
import { environment } from "../config.ts";

type Options = { readonly from: string; readonly to: string };

/** `narrows clicks rebuild` */
export const clicksRebuild: CliCommand = {
  name: "clicks rebuild",
  declare(command, say) {
    command.requiredOption("--from <day>", say("clicks.from")).requiredOption("--to <day>", say("clicks.to"));
  },
  async run(command, context) {
    const { rebuildRollUps } = await import("../clicks/rebuild.ts");
    return rebuildRollUps(environment, command.opts<Options>(), context);
  },
};
