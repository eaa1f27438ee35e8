import { english, type TextKey } from "./english.ts";
import { korean } from "./korean.ts";

export type { TextKey };

/** Gives a text in the reader's language, with its `{name}`s replaced. */
export type Say = (key: TextKey, values?: Readonly<Record<string, string | number>>) => string;

const tables = { en: english, ko: korean } as const;
export type Language = keyof typeof tables;

/** Binds the texts to a language. */
export function sayIn(language: Language): Say {
  const table: Readonly<Record<TextKey, string>> = tables[language];
  return (key, values = {}) =>
    table[key].replace(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder));
}

/**
 * Chooses the language by the first locale that is set, in the order of POSIX (XBD 8.2): LC_ALL, LC_MESSAGES, LANG.
 * Everything but Korean is English.
 */
export function chooseLanguage(locales: readonly (string | undefined)[]): Language {
  const locale = locales.find((value) => value !== undefined) ?? "";
  return /^ko(?:[_.@-]|$)/i.test(locale) ? "ko" : "en";
}
