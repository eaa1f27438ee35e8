import { join } from "node:path";
import { expect, test } from "vitest";
import { brokenLinks } from "./broken-links.ts";
import { readMarkdownFiles } from "./markdown-files.ts";

const root = join(import.meta.dirname, "..", "..");

test("every link to a file or heading of the repository leads somewhere", () => {
  const files = readMarkdownFiles(root);
  expect(files.map(({ path }) => path)).toEqual(
    expect.arrayContaining(["README.md", "README.ko.md", "ARCHITECTURE.md", "docs/guide/getting-started.md"]),
  );
  expect(files.flatMap(({ links }) => links).length).toBeGreaterThan(40);
  expect(brokenLinks(root, files)).toEqual([]);
});

test("a link to a missing file or heading is found", () => {
  const fixture = join(import.meta.dirname, "fixtures", "links");
  expect(brokenLinks(fixture, readMarkdownFiles(fixture))).toEqual([
    "a.md: missing.md: there is no such file",
    "a.md: #no-such-heading: there is no such heading",
    "a.md: folder/b.md#no-such-heading: there is no such heading",
    "a.md: picture.svg: there is no such file",
    "folder/b.md: ../missing.md: there is no such file",
  ]);
});
