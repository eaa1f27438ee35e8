import { declareConnection, type ConnectionOptions } from "../api/connection-options.ts";
import type { CliCommand } from "../cli-command.ts";

type Options = ConnectionOptions & { readonly domain?: string };

/** `narrows links get CODE` */
export const linksGet: CliCommand = {
  name: "links get",
  declare(command, say) {
    command.argument("<code>", say("links.code")).option("--domain <host>", say("links.domain"));
    declareConnection(command, say);
  },
  async run(command, context) {
    const { openLinksApi } = await import("../api/links-api.ts");
    const { linkOutcome } = await import("../api/link-outcome.ts");
    const options = command.opts<Options>();
    const api = await openLinksApi(options, context);
    return linkOutcome(await api.get(command.args[0], options.domain), context.say);
  },
};
