import { createTextMemory } from "./text-memory.ts";

type Language = { readonly tag: string | null };

const none: Language = { tag: null };

/** The header is a list of at most some twenty preferences. */
const maxHeaderLength = 500;

/**
 * Makes a function that reads the language that a reader prefers from `Accept-Language`, such as `ko` or `pt-BR`: language,
 * script and region in the form of BCP 47. What else a tag may say is nearly a name of the reader, and left out.
 */
export function createLanguageOf(): (acceptLanguage: string) => string | null {
  const languageOf = createTextMemory(
    { maxEntries: 1_024, maxBytes: 2 ** 20, maxLength: maxHeaderLength },
    readLanguage,
  );
  return (acceptLanguage) => languageOf(acceptLanguage).tag;
}

function readLanguage(acceptLanguage: string): Language {
  const ranked = acceptLanguage
    .split(",")
    .map(readRange)
    .filter(({ quality }) => quality > 0)
    .toSorted((one, other) => other.quality - one.quality);
  for (const { range } of ranked) {
    const tag = canonicalTag(range);
    if (tag !== null) return { tag };
  }
  return none;
}

/** RFC 9110, section 12.5.4: a range without a weight has that of 1. */
function readRange(part: string): { readonly range: string; readonly quality: number } {
  const [range = "", ...parameters] = part.split(";").map((piece) => piece.trim());
  const weight = parameters.find((parameter) => /^q=/i.test(parameter));
  const quality = weight === undefined ? 1 : Number(weight.slice(2));
  return { range, quality: quality >= 0 && quality <= 1 ? quality : 0 };
}

function canonicalTag(range: string): string | null {
  try {
    const locale = new Intl.Locale(range);
    // Of `und`, a language that is not known, engines say that or nothing.
    const language: string | undefined = locale.language;
    if (language === undefined || language === "und") return null;
    return [language, locale.script, locale.region].filter((part) => part !== undefined).join("-");
  } catch {
    // `*`, or no tag at all.
    return null;
  }
}
