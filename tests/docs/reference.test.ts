import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { pages } from "../../scripts/docs/pages.ts";

const root = join(import.meta.dirname, "..", "..");

test.each(pages)("$path says what the sources say; if not, run `npm run docs`", async (page) => {
  expect(readFileSync(join(root, page.path), "utf8")).toBe(await page.render());
});

test("the pages hold the tables", () => {
  for (const path of pages.map((page) => page.path).filter((name) => /^docs\/reference\/.*\.md$/.test(name))) {
    const text = readFileSync(join(root, path), "utf8");
    expect(text.split("\n").filter((line) => line.startsWith("| `")).length).toBeGreaterThan(15);
  }
});
