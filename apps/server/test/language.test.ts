import { describe, expect, it } from "vitest";
import { languageFor } from "../src/language.ts";

describe("the language of an answer", () => {
  it.each([
    [undefined, "en"],
    ["", "en"],
    ["ko", "ko"],
    ["ko-KR,ko;q=0.9,en-US;q=0.8,en;q=0.7", "ko"],
    ["en-US,en;q=0.9,ko;q=0.8", "en"],
    ["en;q=0.5, ko;q=0.8", "ko"],
    ["en;q=0.8, ko;q=0.80", "en"],
    ["ko;q=0.8, en;q=0.80", "ko"],
    ["KO-kr", "ko"],
    ["ko-Kore-KR", "ko"],
    ["fr, de;q=0.9, ko;q=0.1", "ko"],
    ["fr, de", "en"],
    ["*", "en"],
    ["*, ko", "ko"],
    ["*;q=0.5, ko;q=0.4", "en"],
    ["en;q=0, *", "ko"],
    ["ko;q=0", "en"],
    ["ko;q=0, en;q=0", "en"],
    ["kok, en;q=0.1", "en"],
  ])("is for Accept-Language %j %s", (header, language) => {
    expect(languageFor(header)).toBe(language);
  });

  it.each([",,,", ";;;q=", "ko;q=abc", "ko;q=2", "ko;q=-1", "ko;q=0.12345", "\u0000ko", "한국어", "ko;level=1", "-ko"])(
    "passes over %j, which is not a language range",
    (header) => {
      expect(languageFor(header)).toBe("en");
      expect(languageFor(`${header},ko`)).toBe("ko");
    },
  );

  it("looks at the beginning of a huge header only", () => {
    expect(languageFor(`ko,${"xx,".repeat(100_000)}`)).toBe("ko");
    expect(languageFor(`${"xx,".repeat(100_000)}ko`)).toBe("en");
  });

  it("is the one asked for, whatever the header says", () => {
    expect(languageFor("en", "ko")).toBe("ko");
    expect(languageFor("ko", "en")).toBe("en");
  });

  it.each([undefined, "", "fr", "KO", "ko-KR", "__proto__", ["ko"], 1, null])(
    "is the header's when %j was asked for",
    (asked) => {
      expect(languageFor("ko", asked)).toBe("ko");
      expect(languageFor("en", asked)).toBe("en");
    },
  );
});
