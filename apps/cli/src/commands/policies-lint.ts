import type { CliCommand } from "../cli-command.ts";

/** `narrows policies lint [FILE]` */
export const policiesLint: CliCommand = {
  name: "policies lint",
  declare(command, say) {
    command.argument("[file]", say("policies.file"));
  },
  async run(command, { config, language, say }) {
    const { lintOutcome } = await import("../policies/lint-outcome.ts");
    const { readPolicies } = await import("../policies/read-policies.ts");
    return lintOutcome(await readPolicies(command.args[0] ?? config().policiesFile), language, say);
  },
};
