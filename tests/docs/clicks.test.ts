import { readFileSync } from "node:fs";
import { join } from "node:path";
import { clickDimensions } from "@narrows/clicks";
import { clickReasons } from "@narrows/clicks/describe";
import { dropReasons } from "@narrows/clicks/recorder";
import { describe, expect, test } from "vitest";

const read = (path: string): string => readFileSync(join(import.meta.dirname, "..", "..", "docs", path), "utf8");
const page = read("reference/clicks.md");

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

  test("says of every reason for which a click is dropped what happened", () => {
    const rows = rowsUnder("What is dropped").map((row) => /^\| `([\w-]+)` \| \S.*\. \|$/.exec(row)?.[1]);
    expect(rows).toEqual(dropReasons);
  });

  test("lists every dimension, in order", () => {
    const listed = rowsUnder("What is kept").map((row) => /^\| `(\w+)`/.exec(row)?.[1]);
    expect(listed).toEqual(clickDimensions);
  });
});

describe("the guide to clicks", () => {
  const guide = read("guide/clicks.md");
  const options = read("reference/config.md").split("\n");
  const rowOf = (name: string) => options.find((line) => line.startsWith(`| \`${name}\` |`)) ?? "";

  test("says of every log that can be chosen what it promises", () => {
    const choices = [...(rowOf("CLICKS").split(" | ")[1] ?? "").matchAll(/`(\w+)`/g)].map(([, choice]) => choice);
    expect(choices).toContain("memory");
    for (const choice of choices.filter((name) => name !== "off")) expect(guide).toContain(`\n| \`${choice}\` | `);
  });

  test("names no option that there is not", () => {
    const named = `${guide}${page}`.matchAll(/`([A-Z]+(?:_[A-Z]+)+|CLICKS)[=`]/g);
    const names = [...new Set([...named].map(([, name = ""]) => name))];
    expect(names.length).toBeGreaterThan(8);
    expect(names.filter((name) => rowOf(name) === "")).toEqual([]);
  });

  test("names the topic that is described as an address", () => {
    expect(read("reference/clicks.asyncapi.yaml")).toContain("\n    address: narrows.clicks\n");
    expect(rowOf("KAFKA_TOPIC")).toContain("`narrows.clicks`");
  });
});
