import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { build, type Plugin, type RolldownOutput } from "rolldown";
import type { Files } from "./build-package.ts";
import { shortenInnerNames } from "./inner-names.ts";
import type { Entry } from "./manifest.ts";

/**
 * Bundles all entries at once, so that what they share (the classes of errors among it) is there once. What `index`
 * reaches is one file: it packs a sixth smaller than in pieces, and whoever has an adapter or a store has it anyway.
 */
export async function bundle(source: string, entries: readonly Entry[]): Promise<Files> {
  const input = Object.fromEntries(entries.map((entry) => [entry.name, join(source, entry.source)]));
  const core = await reachedBy(input["index"] ?? "");
  const { output } = await build({
    cwd: source,
    input,
    external: /^node:/,
    platform: "neutral",
    logLevel: "warn",
    plugins: [luaInPlace(), shortenInnerNames()],
    // Fields that get their value in the constructor need no line of their own; tsconfig.json would say otherwise.
    tsconfig: false,
    transform: {
      assumptions: { setPublicClassFields: true },
      typescript: { removeClassFieldsWithoutInitializer: true },
    },
    write: false,
    output: {
      dir: "js",
      format: "esm",
      entryFileNames: "[name].js",
      chunkFileNames: "shared/[name].js",
      codeSplitting: { groups: [{ name: "core", test: (id) => core.has(id) }] },
      sourcemap: true,
      // The sources come along, in a folder of their own.
      sourcemapExcludeSources: true,
      comments: false,
      minify: { compress: { target: "es2022" }, mangle: true, codegen: true },
    },
  });
  return new Map(output.map((file) => [`js/${file.fileName}`, textOf(file)]));
}

/** The modules that an entry imports, by their paths. */
async function reachedBy(input: string): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  const watch: Plugin = { name: "reached", moduleParsed: ({ id }) => void found.add(id) };
  await build({ input, platform: "neutral", plugins: [watch], write: false });
  return found;
}

type OutputFile = RolldownOutput["output"][number];

function textOf(file: OutputFile): string {
  return file.type === "chunk" ? file.code : String(file.source);
}

/** read-lua.ts reads files beside it; a bundle has none, so it gets them as text. */
function luaInPlace(): Plugin {
  return {
    name: "lua in place",
    async load(id) {
      if (basename(id) !== "read-lua.ts") return null;
      const code = await readFile(id, "utf8");
      const names = [...code.matchAll(/^ {2}"([a-z-]+)",$/gm)].map(([, name = ""]) => name);
      const texts = await Promise.all(names.map((name) => readFile(join(id, "..", "lua", `${name}.lua`), "utf8")));
      return { code: `export const luaSource = ${JSON.stringify(texts.join("\n"))};`, moduleType: "js" };
    },
  };
}
