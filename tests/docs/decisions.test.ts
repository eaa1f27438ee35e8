import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readMarkdownFiles } from "./markdown-files.ts";

const folder = join(import.meta.dirname, "..", "..", "docs", "decisions");
const files = readMarkdownFiles(folder);
const decisions = files.filter(({ path }) => path !== "README.md");

describe("the decisions", () => {
  test("are numbered without a gap and listed on their page, in order", () => {
    expect(decisions.map(({ path }) => Number(path.slice(0, 4)))).toEqual(decisions.map((_, index) => index + 1));
    expect(decisions.length).toBeGreaterThan(5);
    const listed = files.find(({ path }) => path === "README.md")?.links;
    expect(listed).toEqual(
      readdirSync(folder)
        .filter((name) => name !== "README.md")
        .toSorted(),
    );
  });

  test.each(decisions)("$path has every section, and its number in its title", ({ path, headings }) => {
    const [title, ...sections] = headings.map(({ text }) => text);
    expect(title?.startsWith(`${path.slice(0, 4)} `)).toBe(true);
    expect(sections).toEqual(["Context", "Options", "Decision", "Consequences", "What would show that it was wrong"]);
  });
});
