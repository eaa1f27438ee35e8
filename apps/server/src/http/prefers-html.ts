/** More ranges than this were not written by a browser. */
const maxRanges = 32;

/**
 * Tells whether an Accept header prefers a page to JSON (RFC 9110, 12.5.1): `text/html` is named, and no JSON type is
 * named with a higher quality. `*\/*` alone is a program's header, and programs get JSON.
 */
export function prefersHtml(accept: string | undefined): boolean {
  if (accept === undefined || !/text\/html/i.test(accept)) return false;
  const ranges = accept.toLowerCase().split(",", maxRanges).map(parseRange);
  const html = bestQuality(ranges, ["text/html"]);
  return html > 0 && html >= bestQuality(ranges, ["application/json", "application/problem+json"]);
}

type Range = { readonly type: string; readonly quality: number };

function parseRange(range: string): Range {
  const [type = "", ...parameters] = range.split(";").map((part) => part.trim());
  const quality = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2) ?? "1";
  return { type, quality: /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(quality) ? Number(quality) : 0 };
}

function bestQuality(ranges: readonly Range[], types: readonly string[]): number {
  return Math.max(0, ...ranges.filter(({ type }) => types.includes(type)).map(({ quality }) => quality));
}
