import type { CliCommand } from "../cli-command.ts";

type Options = { readonly strategy?: string };

/** `narrows codes decode CODE` */
export const codesDecode: CliCommand = {
  name: "codes decode",
  declare(command, say) {
    command.argument("<code>", say("codes.code")).option("--strategy <name>", say("codes.strategy"));
  },
  async run(command, { config, say, now }) {
    const { decodeCode } = await import("../codes/decode-code.ts");
    const { decodedOutcome } = await import("../codes/decoded-outcome.ts");
    const [code = ""] = command.args;
    const { strategy } = command.opts<Options>();
    const decoded = await decodeCode(code, strategy, config());
    return decodedOutcome(code, decoded, { say, now: now() });
  },
};
