import { createTextMemory } from "./text-memory.ts";

type Language = { readonly tag: string | null };

const none: Language = { tag: null };

/** The header is a list of at most some twenty preferences. */
const maxHeaderLength = 500;

/**
 * Makes a function that reads the language that a reader prefers from `Accept-Language`, such as `ko` or `pt-BR`: language,
 * script and region in the form of BCP 47, as far as Unicode's data (CLDR) has a name for them. What else a tag may say, and
 * what nobody else says, is nearly a name of the reader, and left out.
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

const known = { language: keepNamed("language"), script: keepNamed("script"), region: keepNamed("region") };

/** Makes a function that gives a part of a tag back where it has a name, other than "unknown". */
function keepNamed(type: "language" | "script" | "region"): (part: string | undefined) => string | undefined {
  const names = new Intl.DisplayNames("en", { type, fallback: "none" });
  return (part) => (part === undefined || unknown.has(part) || names.of(part) === undefined ? undefined : part);
}

/** Unicode's own words for a language, a script and a region that are not known. */
const unknown: ReadonlySet<string> = new Set(["und", "Zzzz", "ZZ"]);

function canonicalTag(range: string): string | null {
  try {
    const locale = new Intl.Locale(range);
    const language = known.language(locale.language);
    if (language === undefined) return null;
    return [language, known.script(locale.script), known.region(locale.region)]
      .filter((part) => part !== undefined)
      .join("-");
  } catch {
    // `*`, or no tag at all.
    return null;
  }
}
