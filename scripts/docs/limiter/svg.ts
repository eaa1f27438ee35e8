/** Colours of both schemes; the picture brings its own background, so that it is legible on any page. */
const style = `
.back { fill: #ffffff; stroke: #d0d7de }
text { fill: #1f2328; font: 13px system-ui, -apple-system, "Segoe UI", sans-serif }
.title { font-size: 17px; font-weight: 600 }
.soft { fill: #59636e }
.grid { stroke: #d8dee4 }
.axis { stroke: #818b98 }
.limit { stroke: #1f2328; stroke-dasharray: 5 4 }
.passed { fill: #0969da }
.refused { fill: #ffffff; stroke: #bc4c00; stroke-width: 1.3 }
.refused-bar { fill: #bc4c00 }
.level { fill: #54aeff; fill-opacity: 0.32; stroke: #0969da; stroke-width: 1 }
.truth { fill: none; stroke: #8250df; stroke-width: 2 }
@media (prefers-color-scheme: dark) {
.back { fill: #0d1117; stroke: #3d444d }
text { fill: #f0f6fc }
.soft { fill: #a6b0ba }
.grid { stroke: #2a313c }
.axis { stroke: #6e7681 }
.limit { stroke: #f0f6fc }
.passed { fill: #58a6ff }
.refused { fill: #0d1117; stroke: #f0883e }
.refused-bar { fill: #f0883e }
.level { fill: #388bfd; stroke: #58a6ff }
.truth { stroke: #c297ff }
}
`;

/** A whole picture. `title` is what a screen reader says. */
export function picture(width: number, height: number, title: string, parts: readonly string[]): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<title>${escaped(title)}</title>`,
    `<style>${style}</style>`,
    `<rect class="back" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8"/>`,
    ...parts,
    "</svg>",
    "",
  ].join("\n");
}

export type Place = { readonly x: number; readonly y: number };

/** @param anchor Which end of the words is at the place: `start`, `middle` or `end`. */
export function text({ x, y }: Place, words: string, look = "", anchor = "start"): string {
  return `<text class="${look}" x="${short(x)}" y="${short(y)}" text-anchor="${anchor}">${escaped(words)}</text>`;
}

export function line(from: Place, to: Place, look: string): string {
  return `<line class="${look}" x1="${short(from.x)}" y1="${short(from.y)}" x2="${short(to.x)}" y2="${short(to.y)}"/>`;
}

/** @param size Width and height. */
export function box({ x, y }: Place, [width, height]: readonly [number, number], look: string): string {
  return `<rect class="${look}" x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}"/>`;
}

export function path(points: readonly (readonly [x: number, y: number])[], look: string): string {
  return `<path class="${look}" d="M${points.map(([x, y]) => `${short(x)} ${short(y)}`).join("L")}"/>`;
}

/** One decimal is a tenth of a pixel. */
function short(value: number): string {
  return String(Math.round(value * 10) / 10);
}

function escaped(words: string): string {
  return words.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
