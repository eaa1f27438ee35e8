import { html, type Html } from "../html.ts";

/** Writes a sentence in which `…` marks code. */
export function prose(text: string): readonly Html[] {
  return text.split("`").map((part, index) => (index % 2 === 0 ? html`${part}` : html`<code>${part}</code>`));
}
