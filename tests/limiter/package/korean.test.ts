import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseMarkdown } from "../../docs/markdown.ts";
import { source } from "./pack.ts";

const read = (name: string) => parseMarkdown(readFileSync(join(source, name), "utf8"));
const english = read("README.md");
const korean = read("README.ko.md");

test("the package's Korean README has the sections and the code of the English one", () => {
  expect(english.headings.length).toBeGreaterThan(8);
  expect(korean.headings.map(({ level }) => level)).toEqual(english.headings.map(({ level }) => level));
  expect(english.codeBlocks.length).toBeGreaterThan(10);
  const code = ({ codeBlocks }: typeof english) => codeBlocks.map(({ language, text }) => ({ language, text }));
  expect(code(korean)).toEqual(code(english));
});

test("the package's Korean README leads wherever the English one does", () => {
  const pages = new Set(korean.links.map((link) => link.replace(/#.*/, "")));
  expect(english.links.filter((link) => !link.startsWith("README") && !pages.has(link.replace(/#.*/, "")))).toEqual([]);
});
