import { globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, posix } from "node:path";
import type { Files } from "./build-package.ts";

/** The pages about the package, which warnings and the README point at. */
const pages = "docs/{guide,reference}/{limiter*,choose-an-algorithm*,moving-from-*,write-a-store}.md";
const pictures = "docs/guide/pictures/*.svg";

/** The README and its pages, with links between themselves; what they say of the rest of the repository is text. */
export async function pagesOf(source: string): Promise<Files> {
  const root = join(source, "..", "..");
  const files = new Map<string, string>();
  for (const name of ["README.md", "README.ko.md"]) {
    files.set(name, (await readFile(join(source, name), "utf8")).replaceAll("](../../docs/", "](docs/"));
  }
  for (const path of globSync([pages, pictures], { cwd: root }).toSorted()) {
    files.set(path, await readFile(join(root, path), "utf8"));
  }
  return new Map(
    [...files].map(([path, text]) => [path, path.endsWith(".md") ? withinPackage(text, path, files) : text]),
  );
}

function withinPackage(text: string, path: string, files: Files): string {
  return text.replace(/\[([^\]]+)\]\(([^)\s]+)\)/g, (link, label: string, target: string) => {
    const [file = ""] = target.split("#");
    const isThere = /^[a-z]+:/.test(file) || file === "" || files.has(posix.join(posix.dirname(path), file));
    return isThere ? link : label;
  });
}
