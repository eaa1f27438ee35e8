import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pages } from "./pages.ts";

/** `npm run docs`: writes every generated page anew. */
export async function main(): Promise<void> {
  for (const { path, render } of pages) {
    await writeFile(join(import.meta.dirname, "..", "..", path), await render());
    console.log(path);
  }
}
