import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, posix } from "node:path";
import { promisify } from "node:util";
import type { Files } from "./build-package.ts";
import { olderPath, type Entry } from "./manifest.ts";

/** The declarations of all entries with their docs, and of what these mention; of nothing else. */
export async function declare(source: string, entries: readonly Entry[]): Promise<Files> {
  const folder = await mkdtemp(join(tmpdir(), "declarations-"));
  try {
    await emit(source, entries, folder);
    const files = new Map<string, string>();
    await addAll(
      files,
      folder,
      entries.map((entry) => entry.source.replace(/^src\//, "").replace(/\.ts$/, ".d.ts")),
    );
    return new Map([...files, ...olderForms(files)].map(([path, text]) => [`types/${path}`, text]));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** What `require` gives has a name in quotes (Node.js), which TypeScript reads since 5.6: for older ones it is left out. */
function olderForms(files: ReadonlyMap<string, string>): readonly (readonly [path: string, text: string])[] {
  return [...files].flatMap(([path, text]) => {
    const older = text.replace(/, \w+ as "module\.exports" \}/, " }");
    return older === text ? [] : [[olderPath(path), older] as const];
  });
}

async function emit(source: string, entries: readonly Entry[], outDir: string): Promise<void> {
  const root = join(source, "..", "..");
  const config = join(outDir, "tsconfig.json");
  const compilerOptions = {
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    rewriteRelativeImportExtensions: true,
    rootDir: join(source, "src"),
    outDir,
    typeRoots: [join(root, "node_modules", "@types")],
  };
  const files = entries.map((entry) => join(source, entry.source));
  await writeFile(
    config,
    JSON.stringify({ extends: join(root, "tsconfig.json"), compilerOptions, files, include: [], exclude: [] }),
  );
  const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
  await promisify(execFile)(process.execPath, [tsc, "-p", config]).catch((error: unknown) => {
    throw new Error(`The declarations cannot be made:\n${(error as { readonly stdout: string }).stdout}`, {
      cause: error,
    });
  });
}

async function addAll(files: Map<string, string>, folder: string, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    if (files.has(path)) continue;
    const text = withBuiltNames(await readFile(join(folder, path), "utf8"));
    files.set(path, text);
    await addAll(files, folder, mentionedIn(text, path));
  }
}

/** TypeScript leaves `.ts` in declarations; not every tool looks for `.d.ts` then. */
function withBuiltNames(text: string): string {
  return text.replace(/((?:from|import\() ?"\.[^"]*)\.ts"/g, '$1.js"');
}

function mentionedIn(text: string, path: string): readonly string[] {
  return [...text.matchAll(/(?:from|import\() ?"(\.[^"]*)\.js"/g)].map(([, to = ""]) =>
    posix.join(posix.dirname(path), `${to}.d.ts`),
  );
}
