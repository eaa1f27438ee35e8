import { readFileSync } from "node:fs";
import { join } from "node:path";
import { defaultPolicies, parsePolicies, type PolicyRow } from "@narrows/server/policies";
import { describe, expect, test } from "vitest";
import { parseMarkdown } from "./markdown.ts";

const text = readFileSync(join(import.meta.dirname, "..", "..", "docs", "guide", "limits.md"), "utf8");
const files = parseMarkdown(text).codeBlocks.filter(({ language }) => language === "yaml");

function quotaOf(row: PolicyRow): string {
  const count = (value: number) => value.toLocaleString("en");
  if ("window" in row) return `${count(row.limit)} in ${row.window}`;
  const burst = "burst" in row ? row.burst : row.capacity;
  return `${count(burst)} at once, then ${count(row.refill)} every ${row.every}`;
}

describe("the guide to limits", () => {
  test("lists the built-in policies as they are", () => {
    const rows = defaultPolicies.map((row) => {
      const except = (row.except ?? []).join(", ");
      return `| \`${row.name}\` | ${row.for} | ${row.per} | ${except}${except === "" ? "" : " "}| ${quotaOf(row)} |`;
    });
    const listed = text.split("\n").filter((line) => /^\| `[a-z-]+` \| [a-z-]+ \| (?:key|address) \|/.test(line));
    expect(listed).toEqual(rows);
  });

  test("has files in its recipes that nothing is to be said of", () => {
    expect(files.length).toBeGreaterThan(3);
    for (const { text: file } of files) expect(parsePolicies(file)).toMatchObject({ faults: [], warnings: [] });
  });
});
