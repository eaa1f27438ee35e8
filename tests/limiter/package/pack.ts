import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { buildPackage } from "../../../scripts/pack-limiter/build-package.ts";

export const source = join(import.meta.dirname, "..", "..", "..", "packages", "limiter");
export const run = promisify(execFile);

/** Oldest and newest Node.js that are promised; the former comes with the tests. */
export const runtimes = {
  "Node.js 20": join(import.meta.dirname, "..", "..", "node_modules", ".bin", "node"),
  "Node.js 24": process.execPath,
} as const;

/** Builds the package into a folder and packs it. @returns the tarball. */
export async function pack(folder: string): Promise<string> {
  const built = join(folder, "built");
  await buildPackage(source, built);
  const { stdout } = await run("npm", ["pack", "--json", "--pack-destination", folder], { cwd: built });
  const [packed] = JSON.parse(stdout) as readonly { readonly filename: string }[];
  return join(folder, packed?.filename ?? "");
}
