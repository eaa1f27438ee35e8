import { requirePageLimit } from "../api/page-limit.ts";
import type { CliCommand } from "../cli-command.ts";
import { environment } from "../config.ts";

type Options = { readonly limit?: string };

const usualLimit = "100";

/** `narrows clicks dead` */
export const clicksDead: CliCommand = {
  name: "clicks dead",
  declare(command, say) {
    command.option("--limit <number>", say("clicks.limit"));
  },
  async run(command, context) {
    const { listDeadLetters } = await import("../clicks/dead-letters.ts");
    const { limit = usualLimit } = command.opts<Options>();
    requirePageLimit(limit);
    return listDeadLetters(environment, Number(limit), context.say);
  },
};
