/** The languages that people are spoken to in. */
export type Language = "en" | "ko";

/** Every language, the default first. */
export const languages = ["en", "ko"] as const satisfies readonly Language[];

/** A browser sends a handful of ranges; what is longer was not written by one and is cut, not searched. */
const maxHeaderChars = 1_000;
const rangePattern = /^([a-z]{1,8}|\*)(?:-[a-z\d]{1,8})*(?:;q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?$/;

type Range = { readonly primary: string; readonly quality: number };
type Standing = { readonly quality: number; readonly position: number };

/**
 * Chooses the language of an answer: the one asked for where that is one of ours, else the best of Accept-Language
 * (RFC 9110, 12.5.4; equal qualities go to the one named first), else English.
 *
 * Never throws: what cannot be read is passed over.
 *
 * @param asked The value of `?lang=`, unparsed.
 */
export function languageFor(acceptLanguage: string | undefined, asked?: unknown): Language {
  const chosen = languages.find((language) => language === asked);
  if (chosen !== undefined) return chosen;
  const ranges = parseRanges(acceptLanguage ?? "");
  return prefersKorean(standing(ranges, "ko"), standing(ranges, "en")) ? "ko" : "en";
}

function parseRanges(header: string): readonly Range[] {
  const parts = header.slice(0, maxHeaderChars).toLowerCase().replace(/[ \t]/g, "").split(",");
  return parts.flatMap((part) => {
    const [, primary, quality = "1"] = rangePattern.exec(part) ?? [];
    return primary === undefined ? [] : [{ primary, quality: Number(quality) }];
  });
}

function prefersKorean(korean: Standing, english: Standing): boolean {
  // Quality 0 means "not acceptable": when that is all that is said, the default stays.
  if (korean.quality !== english.quality || korean.quality === 0) return korean.quality > english.quality;
  return korean.position < english.position;
}

/** How good a language is, and where it was named; `*` speaks for the languages that are not named. */
function standing(ranges: readonly Range[], language: Language): Standing {
  const named = ranges.filter((range) => range.primary === language);
  const quality = Math.max(...named.map((range) => range.quality), -1);
  if (quality >= 0) return { quality, position: ranges.findIndex((range) => range.primary === language) };
  const rest = ranges.find((range) => range.primary === "*");
  return { quality: rest?.quality ?? 0, position: Infinity };
}
