import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { MarkdownFile } from "./markdown-files.ts";
import { parseMarkdown } from "./markdown.ts";

/** One line for each link of the files to a file or heading of the repository that is not there. */
export function brokenLinks(root: string, files: readonly MarkdownFile[]): readonly string[] {
  return files.flatMap((file) =>
    file.links.filter(isLocal).flatMap((link) => {
      const problem = problemOf(root, file, link);
      return problem === undefined ? [] : [`${file.path}: ${link}: ${problem}`];
    }),
  );
}

/** The world outside is not asked: a test must not fail because someone else's page moved. */
function isLocal(link: string): boolean {
  return !/^[a-z]+:/i.test(link);
}

function problemOf(root: string, file: MarkdownFile, link: string): string | undefined {
  const [path = "", anchor] = link.split("#");
  const target = path === "" ? join(root, file.path) : join(root, dirname(file.path), decodeURI(path));
  if (!existsSync(target)) return "there is no such file";
  if (anchor === undefined) return undefined;
  const { headings } = parseMarkdown(readFileSync(target, "utf8"));
  return headings.some((heading) => heading.anchor === decodeURI(anchor)) ? undefined : "there is no such heading";
}
