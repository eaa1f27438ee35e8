import type { Outcome } from "../cli-command.ts";
import { renderRows, renderTable } from "../output/table.ts";
import { english } from "../texts/english.ts";
import type { Say, TextKey } from "../texts/say.ts";
import type { LinkAnswer, PageAnswer } from "./link-answer.ts";

/** Shows one link. */
export function linkOutcome(link: LinkAnswer, say: Say): Outcome {
  const none = say("value.none");
  const human = renderRows([
    [say("column.shortUrl"), link.shortUrl],
    [say("column.destination"), link.longUrl],
    [say("column.status"), link.status],
    [say("column.state"), stateText(link.state, say)],
    [say("column.expires"), link.expiresAt ?? none],
    ...(link.clicksLeft === undefined ? [] : [[say("column.clicksLeft"), link.clicksLeft] as const]),
    ...(link.clicks === undefined ? [] : [[say("column.clicks"), String(link.clicks)] as const]),
    [say("column.created"), link.createdAt ?? none],
    [say("column.tags"), link.tags.join(", ") || none],
    [say("column.note"), link.note ?? none],
    ...quarantineFields(link, say),
  ]);
  return { json: link.json, human };
}

function quarantineFields({ quarantinedAt, quarantineReason }: LinkAnswer, say: Say): [string, string][] {
  if (quarantinedAt === undefined) return [];
  return [
    [say("column.quarantined"), quarantinedAt],
    [say("column.reason"), quarantineReason ?? say("value.none")],
  ];
}

/** Shows one page of links. */
export function pageOutcome({ json, links, cursor }: PageAnswer, say: Say): Outcome {
  if (links.length === 0) return { json, human: `${say("links.none")}\n` };
  const keys = ["column.shortUrl", "column.state", "column.expires", "column.clicks", "column.destination"] as const;
  const none = say("value.none");
  const rows = links.map((link) => [
    link.shortUrl,
    stateText(link.state, say),
    link.expiresAt ?? none,
    link.clicks === undefined ? none : String(link.clicks),
    link.longUrl,
  ]);
  const more = cursor === undefined ? "" : `${say("links.more", { cursor })}\n`;
  return {
    json,
    human:
      renderTable(
        keys.map((key) => say(key)),
        rows,
      ) + more,
  };
}

/** A newer service may know a state that has no text here yet. */
function stateText(state: string, say: Say): string {
  const key = `state.${state}`;
  return Object.hasOwn(english, key) ? say(key as TextKey) : state;
}
