import { declareConnection, type ConnectionOptions } from "../api/connection-options.ts";
import type { CliCommand } from "../cli-command.ts";

type Options = ConnectionOptions & { readonly domain?: string };

/** `narrows links delete CODE` */
export const linksDelete: CliCommand = {
  name: "links delete",
  declare(command, say) {
    command.argument("<code>", say("links.code")).option("--domain <host>", say("links.domain"));
    declareConnection(command, say);
  },
  async run(command, context) {
    const { openLinksApi } = await import("../api/links-api.ts");
    const options = command.opts<Options>();
    const [code = ""] = command.args;
    const api = await openLinksApi(options, context);
    await api.delete(code, options.domain);
    return { json: { shortCode: code, deleted: true }, human: `${context.say("links.deleted", { code })}\n` };
  },
};
