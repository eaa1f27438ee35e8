import { requirePageLimit } from "../api/page-limit.ts";
import type { CliCommand } from "../cli-command.ts";
import { environment } from "../config.ts";

type Options = { readonly limit: string };

/** `narrows clicks dead` */
export const clicksDead: CliCommand = {
  name: "clicks dead",
  declare(command, say) {
    command.option("--limit <number>", say("clicks.limit"), "100");
  },
  async run(command, context) {
    const { listDeadLetters } = await import("../clicks/dead-letters.ts");
    const { limit } = command.opts<Options>();
    requirePageLimit(limit);
    return listDeadLetters(environment, Number(limit), context.say);
  },
};
