import { expect, test } from "vitest";
import { createLanguageOf } from "../../src/describe/language.ts";

const languageOf = createLanguageOf();

test.each([
  ["ko", "ko"],
  ["ko-KR,ko;q=0.9,en;q=0.8", "ko-KR"],
  ["pt-br", "pt-BR"],
  ["ZH-hant-tw", "zh-Hant-TW"],
  ["en;q=0.5, de;q=0.9", "de"],
  ["en;q=0.9, de;q=0.9", "en"],
  ["de;q=0, en;q=0.1", "en"],
  ["*, fr;q=0.1", "fr"],
  ["en_US, sv", "sv"],
  ["iw", "he"],
  ["en-u-ca-buddhist-nu-thai", "en"],
  ["de-1996-x-someones-name", "de"],
  ["en;q=x, da;q=0.1", "da"],
  ["johnsmit-Abcd-999, fr;q=0.1", "fr"],
  ["qaa-Latn-FR, nb-NO;q=0.5", "nb-NO"],
  ["en-Abcd-999", "en"],
  ["en-ZZ", "en"],
  ["es-419", "es-419"],
  ["und-Latn-KR, yue-Hant-HK", "yue-Hant-HK"],
])("%s prefers %s", (header, language) => {
  expect(languageOf(header)).toBe(language);
});

test.each([
  "",
  "*",
  "und",
  "johnsmit",
  "xyz-KR",
  "und-KR",
  "en;q=2",
  "\u0000",
  "ÿþ",
  ",;,;",
  "x".repeat(10_000),
  "-".repeat(300),
])("%j prefers none", (header) => {
  expect(languageOf(header)).toBeNull();
});
