import type { IncomingHttpHeaders } from "node:http";
import { languageFor, languages, type Language } from "./language.ts";

type ReaderRequest = {
  readonly headers: Pick<IncomingHttpHeaders, "accept-language" | "cookie">;
  readonly url?: string | undefined;
};

/** The language of a page: the one asked for by `?lang=`, else the one asked for before, else as `languageFor` has it. */
export function readerLanguage(request: ReaderRequest): Language {
  const { headers } = request;
  return languageFor(
    headers["accept-language"],
    askedLanguage(request) ?? named(/(?:^|;\s*)lang=(\w+)/, headers.cookie),
  );
}

/** The language that this very request names; undefined where it names none of ours. */
export function askedLanguage({ url }: ReaderRequest): Language | undefined {
  return named(/[?&]lang=(\w+)(?:[&#]|$)/, url);
}

/** Remembers the choice in the browser for a year. It says nothing of who chose, and nobody but our pages reads it. */
export function languageCookie(language: Language): string {
  return `lang=${language}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax`;
}

function named(pattern: RegExp, text: string | undefined): Language | undefined {
  const name = pattern.exec(text ?? "")?.[1];
  return languages.find((language) => language === name);
}
