import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseMarkdown } from "../../docs/markdown.ts";

/** A block of code of a page, and the block below it: what it prints. */
export type PrintedProgram = {
  readonly page: string;
  readonly heading: string;
  /** Its name in a folder of all of them. */
  readonly file: string;
  readonly code: string;
  readonly output: string;
};

const root = join(import.meta.dirname, "..", "..", "..");

/** @param page From the root of the repository. @throws {Error} When a block of code is not followed by what it prints. */
export function programsOf(page: string): readonly PrintedProgram[] {
  const { codeBlocks } = parseMarkdown(readFileSync(join(root, page), "utf8"));
  return codeBlocks.flatMap(({ language, text, heading }, index) => {
    if (language !== "ts") return [];
    const next = codeBlocks[index + 1];
    if (next?.language !== "text" || next.heading !== heading) {
      throw new Error(`${page}: a block below "${heading}" is not followed by what it prints.`);
    }
    const file = `${page.replace(/\.md$/, "").replaceAll("/", "-")}-${index}.ts`;
    return [{ page, heading, file, code: `${text}\n`, output: `${next.text}\n` }];
  });
}
