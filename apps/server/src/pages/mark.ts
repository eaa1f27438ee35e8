import { html, type Html } from "./html.ts";

/** Two shores and the course between them. The same drawing as assets/mark.svg, coloured by the page. */
export const mark: Html = html`<svg class="mark" viewBox="0 0 64 64" aria-hidden="true" focusable="false">
  <path class="mark-shores" d="M8 6c14 4 21 13 21 26S22 54 8 58M56 6c-14 4-21 13-21 26s7 22 21 26" />
  <path class="mark-course" d="M32 4v56" />
</svg>`;
