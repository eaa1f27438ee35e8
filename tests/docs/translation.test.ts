import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parseMarkdown } from "./markdown.ts";

function page(path: string) {
  return parseMarkdown(readFileSync(join(import.meta.dirname, "..", "..", path), "utf8"));
}

describe.each([
  ["README.md", "README.ko.md"],
  ["docs/guide/choose-an-algorithm.md", "docs/guide/choose-an-algorithm.ko.md"],
  ["docs/guide/limiter-warnings.md", "docs/guide/limiter-warnings.ko.md"],
  ["docs/guide/limits.md", "docs/guide/limits.ko.md"],
])("%s and %s", (englishPath, koreanPath) => {
  const english = page(englishPath);
  const korean = page(koreanPath);

  test("have the same sections", () => {
    expect(english.headings.length).toBeGreaterThan(5);
    expect(korean.headings.map(({ level }) => level)).toEqual(english.headings.map(({ level }) => level));
  });

  test("have the same code, to the letter", () => {
    const code = ({ codeBlocks }: typeof english) => codeBlocks.map(({ language, text }) => ({ language, text }));
    expect(english.codeBlocks.length).toBeGreaterThan(1);
    expect(code(korean)).toEqual(code(english));
  });

  test("link to each other, and for the rest to the same", () => {
    const [englishName, koreanName] = [nameOf(englishPath), nameOf(koreanPath)];
    expect(english.links[0]).toBe(koreanName);
    expect(korean.links[0]).toBe(englishName);
    const targets = ({ links }: typeof english) =>
      links
        .slice(1)
        .map((link) => link.replace(/#.*/, ""))
        .toSorted();
    expect(targets(korean)).toEqual(targets(english));
  });
});

function nameOf(path: string): string {
  return path.replace(/.*\//, "");
}
