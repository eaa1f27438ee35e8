import { readFile } from "node:fs/promises";

/** A recipe of the README: its heading and its shell blocks, as printed. */
export type Recipe = { readonly heading: string; readonly blocks: readonly string[] };

/** Reads the README's recipes in their order. */
export async function readRecipes(): Promise<readonly Recipe[]> {
  const text = await readFile(new URL("../../README.md", import.meta.url), "utf8");
  const [, recipes = ""] = /^## Recipes$([^]*?)^## /m.exec(text) ?? [];
  return recipes.split(/^### /m).slice(1).map(parseRecipe);
}

function parseRecipe(section: string): Recipe {
  const blocks = [...section.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, code = ""]) => code);
  return { heading: section.split("\n", 1)[0] ?? "", blocks };
}
