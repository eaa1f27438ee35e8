import { declareLink, linkNameOf, type LinkOptions } from "../api/link-options.ts";
import { parseMaxClicks } from "../api/max-clicks.ts";
import { parseStatus } from "../api/status.ts";
import { tagOption } from "../api/tag-option.ts";
import type { CliCommand } from "../cli-command.ts";
import { CliError } from "../cli-error.ts";

/** False: the setting is cleared. */
type Options = LinkOptions & {
  readonly url?: string;
  readonly expires?: string | false;
  readonly tag?: readonly string[] | false;
  readonly note?: string | false;
  readonly status?: string;
  readonly maxClicks?: string | false;
};

/** `narrows links edit CODE` */
export const linksEdit: CliCommand = {
  name: "links edit",
  declare(command, say) {
    command
      .option("--url <url>", say("links.url"))
      .option("--expires <instant>", say("links.expires"))
      .option("--no-expires", say("links.noExpires"))
      .addOption(tagOption(say("links.newTags")))
      .option("--no-tag", say("links.noTag"))
      .option("--note <text>", say("links.note"))
      .option("--no-note", say("links.noNote"))
      .option("--max-clicks <number>", say("links.maxClicks"))
      .option("--no-max-clicks", say("links.noMaxClicks"))
      .option("--status <status>", say("links.newStatus"));
    declareLink(command, say);
  },
  async run(command, context) {
    const { openLinksApi } = await import("../api/links-api.ts");
    const { linkOutcome } = await import("../api/link-outcome.ts");
    const options = command.opts<Options>();
    const changes = changesOf(options);
    const api = await openLinksApi(options, context);
    return linkOutcome(await api.edit(linkNameOf(command), changes), context.say);
  },
};

/** Null clears; JSON.stringify drops what is undefined. */
function changesOf({ url, expires, tag, note, status, maxClicks }: Options): object {
  const changes = {
    longUrl: url,
    expiresAt: expires === false ? null : expires,
    tags: tag === false ? [] : tag,
    note: note === false ? null : note,
    maxClicks: newMaxClicks(maxClicks),
    status: status === undefined ? undefined : parseStatus(status),
  };
  if (Object.values(changes).every((value) => value === undefined)) throw new CliError("CHANGE_MISSING");
  return changes;
}

function newMaxClicks(maxClicks: Options["maxClicks"]): number | null | undefined {
  if (maxClicks === false) return null;
  return maxClicks === undefined ? undefined : parseMaxClicks(maxClicks);
}
