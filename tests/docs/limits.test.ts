import { readFileSync } from "node:fs";
import { join } from "node:path";
import { defaultPolicies, parsePolicies, type PolicyRow } from "@narrows/server/policies";
import { describe, expect, test } from "vitest";
import { parseMarkdown } from "./markdown.ts";

const pageOf = (file: string) => readFileSync(join(import.meta.dirname, "..", "..", "docs", "guide", file), "utf8");
const filesOf = (file: string) =>
  parseMarkdown(pageOf(file))
    .codeBlocks.filter(({ language }) => language === "yaml")
    .map(({ text }) => text);

type Quota = (row: PolicyRow) => string;

const count = (value: number) => value.toLocaleString("en");
const burstOf = (row: Exclude<PolicyRow, { readonly window: string }>): number =>
  "burst" in row ? row.burst : row.capacity;

const english: Quota = (row) =>
  "window" in row
    ? `${count(row.limit)} in ${row.window}`
    : `${count(burstOf(row))} at once, then ${count(row.refill)} every ${row.every}`;

const units: Readonly<Record<string, string>> = { s: "초", m: "분", h: "시간", d: "일" };
const korean: Quota = (row) => {
  const span = ("window" in row ? row.window : row.every).replace(/[smhd]$/, (unit) => units[unit] ?? unit);
  return "window" in row
    ? `${span}에 ${count(row.limit)}`
    : `한 번에 ${count(burstOf(row))}, 그다음 ${span}마다 ${count(row.refill)}`;
};

describe.each([
  ["limits.md", english],
  ["limits.ko.md", korean],
] as const)("the guide to limits, %s,", (file, quotaOf) => {
  test("lists the built-in policies as they are", () => {
    const rows = defaultPolicies.map((row) => {
      const except = (row.except ?? []).join(", ");
      return `| \`${row.name}\` | ${row.for} | ${row.per} | ${except}${except === "" ? "" : " "}| ${quotaOf(row)} |`;
    });
    const listed = pageOf(file)
      .split("\n")
      .filter((line) => /^\| `[a-z-]+` \| [a-z-]+ \| (?:key|address) \|/.test(line));
    expect(listed).toEqual(rows);
  });

  test("has files in its recipes that nothing is to be said of", () => {
    const files = filesOf(file);
    expect(files.length).toBeGreaterThan(3);
    for (const each of files) expect(parsePolicies(each)).toMatchObject({ faults: [], warnings: [] });
  });
});

test("the Korean guide to limits has the recipes of the English one", () => {
  expect(filesOf("limits.ko.md")).toEqual(filesOf("limits.md"));
});
