import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { pages } from "../../scripts/docs/pages.ts";

const root = join(import.meta.dirname, "..", "..");

test.each(pages)("$path says what the sources say; if not, run `npm run docs`", (page) => {
  expect(readFileSync(join(root, page.path), "utf8")).toBe(page.render());
});

test("the pages hold the tables", () => {
  const rows = pages.map((page) => page.render().split("\n").filter((line) => line.startsWith("| `")).length);
  expect(Math.min(...rows)).toBeGreaterThan(15);
});
