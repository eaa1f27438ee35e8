import { declareConnection, type ConnectionOptions } from "../api/connection-options.ts";
import { parseMaxClicks } from "../api/max-clicks.ts";
import { parseStatus } from "../api/status.ts";
import { tagOption } from "../api/tag-option.ts";
import type { CliCommand } from "../cli-command.ts";

type Options = ConnectionOptions & {
  readonly alias?: string;
  readonly expires?: string;
  readonly domain?: string;
  readonly tag?: readonly string[];
  readonly note?: string;
  readonly status?: string;
  readonly maxClicks?: string;
  readonly reuse?: boolean;
  readonly idempotencyKey?: string;
};

/** `narrows links create URL` */
export const linksCreate: CliCommand = {
  name: "links create",
  declare(command, say) {
    command
      .argument("<url>", say("links.url"))
      .option("--alias <code>", say("links.alias"))
      .option("--expires <instant>", say("links.expires"))
      .option("--domain <host>", say("links.domain"))
      .addOption(tagOption(say("links.tag")))
      .option("--note <text>", say("links.note"))
      .option("--status <status>", say("links.status"))
      .option("--max-clicks <number>", say("links.maxClicks"))
      .option("--reuse", say("links.reuse"))
      .option("--idempotency-key <id>", say("links.idempotencyKey"));
    declareConnection(command, say);
  },
  async run(command, context) {
    const { openLinksApi } = await import("../api/links-api.ts");
    const { linkOutcome } = await import("../api/link-outcome.ts");
    const options = command.opts<Options>();
    const api = await openLinksApi(options, context);
    const link = await api.create(bodyOf(command.args[0], options), options.idempotencyKey);
    return linkOutcome(link, context.say);
  },
};

/** Absent options are left out; JSON.stringify drops what is undefined. */
function bodyOf(longUrl: string | undefined, options: Options): object {
  const { alias, domain, note, reuse } = options;
  const status = options.status === undefined ? undefined : parseStatus(options.status);
  const maxClicks = options.maxClicks === undefined ? undefined : parseMaxClicks(options.maxClicks);
  return { longUrl, alias, expiresAt: options.expires, domain, tags: options.tag, note, status, maxClicks, reuse };
}
