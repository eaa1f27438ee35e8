import { declareLink, linkNameOf, type LinkOptions } from "../api/link-options.ts";
import type { CliCommand } from "../cli-command.ts";

type Options = LinkOptions & { readonly reason: string };

/** `narrows links quarantine CODE` */
export const linksQuarantine: CliCommand = {
  name: "links quarantine",
  declare(command, say) {
    declareLink(command.requiredOption("--reason <text>", say("links.reason")), say);
  },
  async run(command, context) {
    const { openLinksApi } = await import("../api/links-api.ts");
    const { linkOutcome } = await import("../api/link-outcome.ts");
    const options = command.opts<Options>();
    const api = await openLinksApi(options, context);
    return linkOutcome(await api.quarantine(linkNameOf(command), options.reason), context.say);
  },
};
