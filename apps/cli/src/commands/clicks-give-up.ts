import type { CliCommand } from "../cli-command.ts";
import { environment } from "../config.ts";

type Options = { readonly yes?: true };

/** `narrows clicks give-up PARTITION --yes` */
export const clicksGiveUp: CliCommand = {
  name: "clicks give-up",
  declare(command, say) {
    command.argument("<partition>", say("clicks.partition")).option("--yes", say("clicks.yes"));
  },
  async run(command, context) {
    const { giveUpPartition } = await import("../clicks/give-up.ts");
    const [partition = ""] = command.args;
    const isConfirmed = command.opts<Options>().yes === true;
    return giveUpPartition(environment, { partition, isConfirmed }, context);
  },
};
