import type { DocsTexts } from "./docs-texts.ts";
import type { OpenApi } from "./open-api.ts";
import type { Translator } from "./translator.ts";

/** What the parts of the documentation page are written with. */
export type DocsContext = {
  readonly document: OpenApi;
  readonly texts: DocsTexts;
  readonly translate: Translator;
  /** Where the API is, without a slash at the end. */
  readonly baseUrl: string;
};
