import type { IncomingHttpHeaders } from "node:http";
import { problemContentType } from "@narrows/service";
import { languageFor } from "../language.ts";
import { denialPage, denialPageHeaders, type DenialKind } from "../pages/denial-page.ts";
import { problemBody, problemTable, retryHeaders, type ProblemCode } from "../problems/index.ts";
import { prefersHtml } from "./prefers-html.ts";

/** An answer that is complete. */
export type CompleteAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** Says why an address leads nowhere: as a page to people, as a problem to programs. Nothing of the request is in it. */
export function denial(code: ProblemCode, request: IncomingHttpHeaders): CompleteAnswer {
  const language = languageFor(request["accept-language"]);
  const { status } = problemTable[code];
  const headers = { ...retryHeaders(code), "cache-control": "no-store" };
  if (prefersHtml(request.accept)) {
    return {
      status,
      headers: { ...denialPageHeaders(language), ...headers },
      body: denialPage(kindOf(status), language),
    };
  }
  return {
    status,
    headers: { ...problemHeaders, vary: "Accept, Accept-Language", ...headers },
    body: problemBody(code, language),
  };
}

/** What every problem answer carries. */
export const problemHeaders: Readonly<Record<string, string>> = {
  "content-type": problemContentType,
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
};

function kindOf(status: number): DenialKind {
  if (status === 410) return "gone";
  return status >= 500 ? "unavailable" : "not-found";
}
