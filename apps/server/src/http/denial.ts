import type { IncomingMessage } from "node:http";
import { problemContentType } from "@narrows/service";
import type { WaitDetails } from "../limits/rate-limited.ts";
import { denialPage, denialPageHeaders, type DenialKind } from "../pages/denial-page.ts";
import { problemBody, problemTable, retryHeaders, type ProblemCode } from "../problems/index.ts";
import { readerLanguage } from "../reader-language.ts";
import { prefersHtml } from "./prefers-html.ts";

/** An answer that is complete. */
export type CompleteAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/**
 * Says why an address leads nowhere: as a page to people, as a problem to programs. Nothing of the request is in it.
 *
 * @param details Of a request that must wait.
 */
export function denial(
  code: ProblemCode,
  request: Pick<IncomingMessage, "headers" | "url">,
  { waitSeconds, headers, extensions }: WaitDetails = noDetails,
): CompleteAnswer {
  const language = readerLanguage(request);
  const { status } = problemTable[code];
  if (prefersHtml(request.headers.accept)) {
    return {
      status,
      headers: { ...denialPageHeaders(language), ...retryHeaders(code), "cache-control": "no-store", ...headers },
      body: denialPage(kinds[code] ?? "unavailable", language, waitSeconds ?? undefined),
    };
  }
  return {
    status,
    headers: { ...problemHeaders(code), vary: "Accept, Accept-Language, Cookie", ...headers },
    body: problemBody(code, language, { extensions }),
  };
}

const noDetails: WaitDetails = { waitSeconds: null, headers: {}, extensions: {} };

/** What every answer with this problem carries. */
export function problemHeaders(code: ProblemCode): Readonly<Record<string, string>> {
  return {
    "content-type": problemContentType,
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    ...retryHeaders(code),
  };
}

const kinds: Partial<Readonly<Record<ProblemCode, DenialKind>>> = {
  LINK_UNKNOWN: "unknown",
  LINK_GONE: "gone",
  LINK_EXPIRED: "expired",
  LINK_SPENT: "spent",
  LINK_BLOCKED: "blocked",
  NOT_FOUND: "no-page",
  HOST_UNKNOWN: "misdirected",
  RATE_LIMITED: "throttled",
};
