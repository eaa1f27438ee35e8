import type { Language } from "../../language.ts";
import { korean } from "./korean.ts";

/** Gives a sentence of the API's description in the reader's language. */
export type Translator = (english: string) => string;

/** What has no translation stays English; a test finds it. */
export function translatorFor(language: Language): Translator {
  return language === "en" ? (english) => english : (english) => korean[english] ?? english;
}
