import { html, type Html } from "../html.ts";

/**
 * A coast with the lines of equal depth in front of it, as sea charts draw it. The lines are broad strokes of one
 * path that lie on each other, each a little narrower than the one below.
 */
export const shores: Html = html`<div class="shores" aria-hidden="true">
  ${shore("west", "M-60 -60H84L96 0C120 70 66 118 84 188S196 286 204 368 128 470 150 560 92 668 70 740 20 800 -60 810Z")}
  ${shore("east", "M300 -60H160L150 0C132 84 190 120 168 206S44 300 38 388 88 470 100 560 150 650 178 716 230 800 300 810Z")}
</div>`;

function shore(side: "west" | "east", coast: string): Html {
  const depths = ["deep-line", "deep", "middle-line", "middle", "shoal-line", "shoal", "land"] as const;
  return html`<svg class="shore shore-${side}" viewBox="0 0 240 800" preserveAspectRatio="none" focusable="false">
    ${depths.map((depth) => html`<path class="${depth}" d="${coast}" />`)}
  </svg>`;
}
