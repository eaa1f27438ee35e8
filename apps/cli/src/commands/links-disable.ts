import { declareLink, linkNameOf, type LinkOptions } from "../api/link-options.ts";
import type { CliCommand } from "../cli-command.ts";

/** `narrows links disable CODE` */
export const linksDisable: CliCommand = {
  name: "links disable",
  declare: declareLink,
  async run(command, context) {
    const { openLinksApi } = await import("../api/links-api.ts");
    const { linkOutcome } = await import("../api/link-outcome.ts");
    const api = await openLinksApi(command.opts<LinkOptions>(), context);
    return linkOutcome(await api.edit(linkNameOf(command), { enabled: false }), context.say);
  },
};
