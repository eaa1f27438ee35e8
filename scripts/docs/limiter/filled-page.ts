import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "../page.ts";

const root = join(import.meta.dirname, "..", "..", "..");
const block = /(<!-- numbers: made by `npm run docs` -->\n)[^]*?(<!-- end of numbers -->)/;

/** A page that is written by hand, except for one block of it. @throws {Error} When the page has no such block. */
export function filledPage(path: string, render: () => string): Page {
  return {
    path,
    render: async () => {
      const text = await readFile(join(root, path), "utf8");
      if (!block.test(text)) throw new Error(`${path} has no block of numbers.`);
      return text.replace(block, (_, begin: string, end: string) => `${begin}\n${render()}\n\n${end}`);
    },
  };
}
