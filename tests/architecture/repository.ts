import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readSourceFiles, type SourceFile } from "./source-file.ts";

/** What the locks look at: this repository, or a small one that breaks a lock on purpose. */
export type Repository = {
  readonly root: string;
  readonly files: readonly SourceFile[];
  /** The text of ARCHITECTURE.md. */
  readonly architecture: string;
  /** Unit of each workspace package, by the name under which it is imported: `@narrows/links` → `packages/links`. */
  readonly unitOfPackage: ReadonlyMap<string, string>;
};

/** Reads a repository from its folder. */
export function readRepository(root: string): Repository {
  const manifests = globSync(["packages/*/package.json", "apps/*/package.json", "*/package.json"], { cwd: root });
  const units = manifests
    .filter((path) => !path.startsWith("node_modules"))
    .map((path) => [packageName(join(root, path)), path.replace("/package.json", "")] as const);
  const architecturePath = join(root, "ARCHITECTURE.md");
  return {
    root,
    files: readSourceFiles(root),
    architecture: existsSync(architecturePath) ? readFileSync(architecturePath, "utf8") : "",
    unitOfPackage: new Map(units),
  };
}

/**
 * The unit that a file belongs to, by its path: `packages/links`, `apps/cli`, `tests`, `benchmarks`, `scripts`.
 * Files directly in the root belong to the unit `.`.
 */
export function unitOfPath(path: string): string {
  const [first = ".", second = ""] = path.split("/");
  if (!path.includes("/")) return ".";
  return first === "packages" || first === "apps" ? `${first}/${second}` : first;
}

function packageName(manifestPath: string): string {
  const manifest = JSON.parse(readFileSync(manifestPath, "utf8")) as { readonly name: string };
  return manifest.name;
}
