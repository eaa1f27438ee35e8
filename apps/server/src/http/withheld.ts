import type { IncomingMessage } from "node:http";
import { denialPage, denialPageHeaders } from "../pages/denial-page.ts";
import { readerLanguage } from "../reader-language.ts";
import type { CompleteAnswer } from "./denial.ts";

/**
 * What a bot, a preview or a HEAD gets of a link that opens once: a page without its destination. It is 200, for the link
 * works: a chat shows the page's title as the preview, and a checker does not report it as dead.
 */
export function withheld(request: Pick<IncomingMessage, "headers" | "url">): CompleteAnswer {
  const language = readerLanguage(request);
  return {
    status: 200,
    headers: { ...denialPageHeaders(language), "cache-control": "no-store" },
    body: denialPage("once", language),
  };
}

/**
 * What a prefetch of any link with a budget gets: a browser takes an answer that was a success for the page itself when
 * somebody does follow the link, and asks again after any other. Nobody reads it, so it has no page.
 */
export const tooEarly: CompleteAnswer = { status: 403, headers: { "cache-control": "no-store" }, body: "" };
