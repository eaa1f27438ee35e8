import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseMarkdown, type Markdown } from "./markdown.ts";

export type MarkdownFile = Markdown & { readonly path: string };

/** Every Markdown file of a repository, without those of its dependencies and of test fixtures. */
export function readMarkdownFiles(root: string): readonly MarkdownFile[] {
  return globSync("**/*.md", {
    cwd: root,
    exclude: (path) => /(?:^|\/)(?:node_modules|fixtures|dist|data)$/.test(path),
  })
    .toSorted()
    .map((path) => ({ path, ...parseMarkdown(readFileSync(join(root, path), "utf8")) }));
}
