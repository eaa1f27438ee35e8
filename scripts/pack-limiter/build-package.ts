import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { bundle } from "./bundle.ts";
import { declare } from "./declare.ts";
import { entriesOf, publishedManifest, type Manifest } from "./manifest.ts";
import { pagesOf } from "./pages.ts";

/** Files by their path in the package. */
export type Files = ReadonlyMap<string, string>;

/**
 * Makes the package as it is published: bundles in `js/`, declarations in `types/`, the sources that maps point at in
 * `src/`, pages in `docs/`. The same sources make the same bytes.
 *
 * @param source The package in the repository.
 * @param target A folder of its own; what is in it goes.
 * @returns the paths of what was generated.
 */
export async function buildPackage(source: string, target: string): Promise<readonly string[]> {
  const manifest = JSON.parse(await readFile(join(source, "package.json"), "utf8")) as Manifest;
  const entries = entriesOf(manifest);
  const declarations = await declare(source, entries);
  const files = new Map([
    ["package.json", `${JSON.stringify(publishedManifest(manifest, declarations), undefined, 2)}\n`],
    ...(await bundle(source, entries)),
    ...declarations,
    ...(await pagesOf(source)),
  ]);
  await rm(target, { recursive: true, force: true });
  for (const [path, content] of files) {
    await mkdir(dirname(join(target, path)), { recursive: true });
    await writeFile(join(target, path), content);
  }
  for (const name of ["LICENSE", "src"]) {
    await cp(join(source, name), join(target, name), { recursive: true });
  }
  return [...files.keys()];
}
