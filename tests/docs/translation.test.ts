import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseMarkdown } from "./markdown.ts";

function readme(name: string) {
  return parseMarkdown(readFileSync(join(import.meta.dirname, "..", "..", name), "utf8"));
}

const english = readme("README.md");
const korean = readme("README.ko.md");

test("the Korean README has the sections of the English one", () => {
  expect(english.headings.length).toBeGreaterThan(5);
  expect(korean.headings.map(({ level }) => level)).toEqual(english.headings.map(({ level }) => level));
});

test("the Korean README has the code of the English one, to the letter", () => {
  const code = ({ codeBlocks }: typeof english) => codeBlocks.map(({ language, text }) => ({ language, text }));
  expect(english.codeBlocks.length).toBeGreaterThan(3);
  expect(code(korean)).toEqual(code(english));
});

test("the Korean README links to what the English one links to", () => {
  const targets = ({ links }: typeof english) =>
    links
      .filter((link) => !link.startsWith("README"))
      .map((link) => link.replace(/#.*/, ""))
      .toSorted();
  expect(targets(korean)).toEqual(targets(english));
});
