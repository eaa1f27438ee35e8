import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseMarkdown } from "../../docs/markdown.ts";
import { source } from "./pack.ts";

/** A block of code of the package's README. */
export type ReadmeBlock = {
  readonly heading: string;
  /** Its name in a folder of all of them; `.cjs` where it is CommonJS. */
  readonly file: string;
  readonly code: string;
  /** What stands below it as its output; undefined: it is for reading, and for the compiler. */
  readonly output: string | undefined;
};

/** Every block of JavaScript or TypeScript. */
export function readmeBlocks(): readonly ReadmeBlock[] {
  const { codeBlocks } = parseMarkdown(readFileSync(join(source, "README.md"), "utf8"));
  return codeBlocks.flatMap(({ language, text, heading }, index) => {
    if (language !== "js" && language !== "ts") return [];
    const next = codeBlocks[index + 1];
    const output = next?.language === "text" && next.heading === heading ? `${next.text}\n` : undefined;
    const file = `block-${index}.${text.includes("require(") ? "c" : "m"}${output === undefined ? "ts" : "js"}`;
    return [{ heading, file, code: `${text}\n`, output }];
  });
}
