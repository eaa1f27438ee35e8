import { declareLink, linkNameOf, type LinkOptions } from "../api/link-options.ts";
import type { CliCommand } from "../cli-command.ts";

/** `narrows links get CODE` */
export const linksGet: CliCommand = {
  name: "links get",
  declare(command, say) {
    declareLink(command, say);
  },
  async run(command, context) {
    const { openLinksApi } = await import("../api/links-api.ts");
    const { linkOutcome } = await import("../api/link-outcome.ts");
    const api = await openLinksApi(command.opts<LinkOptions>(), context);
    return linkOutcome(await api.get(linkNameOf(command)), context.say);
  },
};
