import { declareLink, linkNameOf, type LinkOptions } from "../api/link-options.ts";
import type { CliCommand } from "../cli-command.ts";

/** `narrows links release CODE` */
export const linksRelease: CliCommand = {
  name: "links release",
  declare: declareLink,
  async run(command, context) {
    const { openLinksApi } = await import("../api/links-api.ts");
    const { linkOutcome } = await import("../api/link-outcome.ts");
    const api = await openLinksApi(command.opts<LinkOptions>(), context);
    return linkOutcome(await api.release(linkNameOf(command)), context.say);
  },
};
