import { declareLink, linkNameOf, type LinkOptions } from "../api/link-options.ts";
import type { CliCommand } from "../cli-command.ts";

/** `narrows links delete CODE` */
export const linksDelete: CliCommand = {
  name: "links delete",
  declare(command, say) {
    declareLink(command, say);
  },
  async run(command, context) {
    const { openLinksApi } = await import("../api/links-api.ts");
    const name = linkNameOf(command);
    const api = await openLinksApi(command.opts<LinkOptions>(), context);
    await api.delete(name);
    return {
      json: { shortCode: name.code, deleted: true },
      human: `${context.say("links.deleted", { code: name.code })}\n`,
    };
  },
};
