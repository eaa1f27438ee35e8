import { languages, type Language } from "../language.ts";
import type { AssetFiles, AssetName } from "./asset-files.ts";
import { html, type Html } from "./html.ts";
import { mark } from "./mark.ts";

/** How one page is to be written for one reader. */
export type PageView = {
  readonly language: Language;
  /** True: the reader chose the language by `?lang=`, so links to our own pages keep it. */
  readonly isLanguageAsked: boolean;
  readonly assets: AssetFiles;
  /** The version of the program. */
  readonly version: string;
};

export type PagePath = "/" | "/~/docs";

export type PageParts = {
  readonly path: PagePath;
  readonly title: string;
  readonly description: string;
  readonly styles: readonly AssetName[];
  /** What else belongs into the head. */
  readonly head?: Html;
  readonly body: Html;
};

const texts = {
  en: {
    skip: "Skip to the content",
    home: "Narrows, start page",
    shorten: "Shorten",
    docs: "API",
    pages: "Pages",
    language: "Language",
    licence: "Open source, Apache License 2.0",
    machine: "OpenAPI document",
  },
  ko: {
    skip: "본문으로 건너뛰기",
    home: "Narrows 첫 페이지",
    shorten: "링크 줄이기",
    docs: "API",
    pages: "페이지",
    language: "언어",
    licence: "오픈 소스, Apache License 2.0",
    machine: "OpenAPI 문서",
  },
} as const;

const languageNames: Readonly<Record<Language, string>> = { en: "English", ko: "한국어" };

/** Writes a whole HTML document around the part that makes a page this page. */
export function page(view: PageView, parts: PageParts): string {
  const { assets, language } = view;
  const styles = (["site.css", ...parts.styles] as const).map(
    (name) => html`<link rel="stylesheet" href="${assets.url(name)}" /> `,
  );
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${parts.title}</title>
        <meta name="description" content="${parts.description}" />
        <link rel="icon" href="${assets.url("mark.svg")}" type="image/svg+xml" />
        ${styles}${parts.head}
      </head>
      <body>
        <a class="skip" href="#content">${texts[language].skip}</a>
        ${header(view, parts.path)} ${parts.body} ${footer(view)}
      </body>
    </html> `.toString();
}

/** The address of one of our pages, in the language that the reader chose. */
function pageUrl(view: PageView, path: PagePath): string {
  return view.isLanguageAsked ? `${path}?lang=${view.language}` : path;
}

function header(view: PageView, path: PagePath): Html {
  const text = texts[view.language];
  const link = (to: PagePath, label: string) =>
    html`<a href="${pageUrl(view, to)}" ${to === path && html` aria-current="page"`}>${label}</a>`;
  return html`<header class="bar">
    <a class="brand" href="${pageUrl(view, "/")}" aria-label="${text.home}">${mark}<span>Narrows</span></a>
    <nav class="pages" aria-label="${text.pages}">${link("/", text.shorten)} ${link("/~/docs", text.docs)}</nav>
    <nav class="languages" aria-label="${text.language}">${otherLanguages(view, path)}</nav>
  </header>`;
}

function otherLanguages(view: PageView, path: PagePath): readonly Html[] {
  const others = languages.filter((language) => language !== view.language);
  return others.map(
    (language) =>
      html`<a href="${path}?lang=${language}" lang="${language}" hreflang="${language}">${languageNames[language]}</a>`,
  );
}

function footer(view: PageView): Html {
  const text = texts[view.language];
  return html`<footer class="foot">
    <p>Narrows ${view.version}</p>
    <p>${text.licence}</p>
    <p><a href="/openapi.json">${text.machine}</a></p>
  </footer>`;
}
