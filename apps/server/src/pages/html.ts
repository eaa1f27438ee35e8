/** Text that is markup already. Made by `html` alone, so whatever else goes into a page is escaped. */
export class Html {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

/** What may stand between the parts of a template: nothing, text, markup, or a list of these. */
export type HtmlValue = Html | string | number | false | undefined | readonly HtmlValue[];

/**
 * Writes markup: the parts that the source spells out stay as they are, every value is escaped.
 *
 * A value may stand in text or between the quotes of an attribute, never in a tag name, a script or a style.
 */
export function html(parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return new Html(parts.reduce((text, part, index) => text + written(values[index - 1]) + part));
}

function written(value: HtmlValue): string {
  if (value === undefined || value === false) return "";
  if (value instanceof Html) return value.toString();
  if (typeof value === "string") return escapeHtml(value);
  return typeof value === "number" ? String(value) : value.map(written).join("");
}

/** Makes text harmless in HTML text and in quoted attribute values. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/**
 * Puts data into a page for a script to read. Browsers never run a block of this type, and `<` is written so that
 * nothing in the data can end the block.
 */
export function jsonBlock(id: string, data: unknown): Html {
  const json = JSON.stringify(data).replaceAll("<", String.raw`\u003c`);
  return html`<script type="application/json" id="${id}">
    ${new Html(json)}
  </script>`;
}
