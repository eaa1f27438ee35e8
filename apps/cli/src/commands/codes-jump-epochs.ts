import type { CliCommand } from "../cli-command.ts";

type Options = { readonly by?: string };

/** Of 8,192: more than the leases of a slot that a restore or a failover is likely to have forgotten. */
const defaultBy = "64";

/** `narrows codes jump-epochs` */
export const codesJumpEpochs: CliCommand = {
  name: "codes jump-epochs",
  declare(command, say) {
    command.option("--by <epochs>", say("codes.by", { default: defaultBy }));
  },
  async run(command, { config, say }) {
    const { parseJump } = await import("../codes/parse-jump.ts");
    const { withLeases } = await import("../database/with-leases.ts");
    const by = parseJump(command.opts<Options>().by ?? defaultBy);
    const epochsLeft = await withLeases(config(), (leases) => leases.jumpEpochs(by));
    return { json: { by, epochsLeft }, human: `${say("codes.jumped", { by, left: epochsLeft })}\n` };
  },
};
