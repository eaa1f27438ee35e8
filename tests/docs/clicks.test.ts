import { readFileSync } from "node:fs";
import { join } from "node:path";
import { clickDimensions } from "@narrows/clicks";
import { clickReasons } from "@narrows/clicks/describe";
import { describe, expect, test } from "vitest";

const page = readFileSync(join(import.meta.dirname, "..", "..", "docs", "reference", "clicks.md"), "utf8");

/** The first cells of the rows that begin with a word of code, under a heading. */
function rowsUnder(heading: string): readonly string[] {
  const [, section = ""] = page.split(`\n## ${heading}\n`);
  return (section.split("\n## ")[0] ?? "").split("\n").filter((line) => line.startsWith("| `"));
}

describe("the page of clicks", () => {
  test("lists every class and reason in the order in which signals are looked for", () => {
    const listed = rowsUnder("Classes and reasons").map((row) => row.split(" | ").slice(0, 2).join(" | "));
    expect(listed).toEqual(clickReasons.map(({ class: kind, reason }) => `| \`${kind}\` | \`${reason}\``));
  });

  test("says of every signal how it is seen", () => {
    for (const row of rowsUnder("Classes and reasons")) expect(row.split(" | ")[2]).toMatch(/^\S.*\. \|$/);
  });

  test("lists every dimension, in order", () => {
    const listed = rowsUnder("What is kept").map((row) => /^\| `(\w+)`/.exec(row)?.[1]);
    expect(listed).toEqual(clickDimensions);
  });
});
