import { html, type Html } from "../html.ts";
import { page, type PageView } from "../page.ts";
import type { Address } from "./curl-example.ts";
import type { DocsContext } from "./docs-context.ts";
import { docsTexts } from "./docs-texts.ts";
import type { OpenApi, OpenApiOperation } from "./open-api.ts";
import { operationSection } from "./operation-section.ts";
import { problemSection } from "./problem-section.ts";
import { prose } from "./prose.ts";
import { translatorFor, type Translator } from "./translator.ts";

export type DocsView = PageView & {
  /** Where the API is, without a slash at the end. */
  readonly baseUrl: string;
  /** Default: the translations of this program. */
  readonly translate?: Translator;
};

const methods = new Set(["get", "post", "put", "patch", "delete"]);

/** Writes the API's reference: contents, every operation, every error code. */
export function docsPage(view: DocsView, document: OpenApi): string {
  const { baseUrl, language, translate = translatorFor(language) } = view;
  const texts = docsTexts[language];
  const context = { document, texts, translate, baseUrl };
  const groups = groupsOf(document);
  return page(view, {
    path: "/~/docs",
    title: texts.title,
    description: texts.description,
    styles: ["docs.css"],
    body: html`<div class="docs">
      ${contents(context, groups)}
      <main id="content" tabindex="-1">
        <h1>${texts.heading}</h1>
        <p class="lede">${texts.lede}</p>
        <section id="start" aria-labelledby="start-title">
          <h2 id="start-title">${texts.start}</h2>
          <p>${prose(texts.startText)}</p>
        </section>
        ${groups.map((group) => section(context, group))} ${problemSection(texts, language)}
      </main>
    </div>`,
  });
}

type Group = { readonly tag: string; readonly addresses: readonly Address[] };

/** The operations by their tag, in the order of the document. */
function groupsOf(document: OpenApi): readonly Group[] {
  const addresses = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) => {
      const isKnown = methods.has(method) && isOperation(operation);
      return isKnown ? [{ method: method.toUpperCase(), path, operation }] : [];
    }),
  );
  const tags = [...new Set(addresses.map(({ operation }) => tagOf(operation)))];
  return tags.map((tag) => ({ tag, addresses: addresses.filter(({ operation }) => tagOf(operation) === tag) }));
}

function isOperation(value: unknown): value is OpenApiOperation {
  return typeof value === "object" && value !== null && "operationId" in value && "responses" in value;
}

function tagOf({ tags }: OpenApiOperation): string {
  return tags?.[0] ?? "Links";
}

function contents({ texts, translate }: DocsContext, groups: readonly Group[]): Html {
  const entry = ({ method, operation }: Address) =>
    html`<li>
      <a href="#${operation.operationId}"
        >${translate(operation.summary ?? operation.operationId)} <span class="method">${method}</span></a
      >
    </li> `;
  return html`<nav class="contents" aria-label="${texts.contents}">
    <ul>
      <li><a href="#start">${texts.start}</a></li>
      ${groups.map(
        ({ tag, addresses }) =>
          html`<li>
            <a href="#tag-${tag}">${translate(tag)}</a>
            <ul>
              ${addresses.map(entry)}
            </ul>
          </li> `,
      )}
      <li><a href="#errors">${texts.errors}</a></li>
    </ul>
  </nav>`;
}

function section(context: DocsContext, { tag, addresses }: Group): Html {
  const description = context.document.tags?.find(({ name }) => name === tag)?.description;
  return html`<section aria-labelledby="tag-${tag}">
    <h2 id="tag-${tag}">${context.translate(tag)}</h2>
    ${description !== undefined && html`<p class="about">${prose(context.translate(description))}</p>`}
    ${addresses.map((address) => operationSection(context, address))}
  </section>`;
}
