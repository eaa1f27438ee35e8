import { declareConnection, type ConnectionOptions } from "../api/connection-options.ts";
import { requirePageLimit } from "../api/page-limit.ts";
import type { CliCommand } from "../cli-command.ts";

type Options = ConnectionOptions & {
  readonly q?: string;
  readonly tag?: string;
  readonly domain?: string;
  readonly limit?: string;
  readonly cursor?: string;
};

/** `narrows links list` */
export const linksList: CliCommand = {
  name: "links list",
  declare(command, say) {
    command
      .option("--q <start>", say("links.q"))
      .option("--tag <tag>", say("links.byTag"))
      .option("--domain <host>", say("links.domain"))
      .option("--limit <number>", say("links.limit"))
      .option("--cursor <cursor>", say("links.cursor"));
    declareConnection(command, say);
  },
  async run(command, context) {
    const { openLinksApi } = await import("../api/links-api.ts");
    const { pageOutcome } = await import("../api/link-outcome.ts");
    const { q, tag, domain, limit, cursor, ...connection } = command.opts<Options>();
    requirePageLimit(limit);
    const api = await openLinksApi(connection, context);
    return pageOutcome(await api.list({ q, tag, domain, limit, cursor }), context.say);
  },
};
