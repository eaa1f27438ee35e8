import { execFile } from "node:child_process";
import { cp, mkdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { rootPath } from "../program/narrows-path.ts";

const run = promisify(execFile);

/**
 * Copies what Docker would get to see: of the files of the checkout those that the ignore file lets through. The last
 * line that fits decides, and a line fits a folder with all that is in it.
 *
 * @returns The paths.
 */
export async function copyBuildContext(ignoreFile: string, folder: string): Promise<readonly string[]> {
  const isIgnored = readIgnoreFile(await readFile(join(rootPath, ignoreFile), "utf8"));
  const paths = (await trackedFiles()).filter((path) => !isIgnored(path));
  for (const path of paths) {
    await mkdir(join(folder, dirname(path)), { recursive: true });
    await cp(join(rootPath, path), join(folder, path));
  }
  return paths;
}

/** New files too, which are not committed yet, but nothing that git ignores: what a developer has there is not needed. */
async function trackedFiles(): Promise<readonly string[]> {
  const args = ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate"];
  const { stdout } = await run("git", args, { cwd: rootPath, maxBuffer: 16_777_216 });
  const { stdout: deleted } = await run("git", ["ls-files", "-z", "--deleted"], { cwd: rootPath });
  const gone = new Set(deleted.split("\0"));
  return stdout.split("\0").filter((path) => path !== "" && !gone.has(path));
}

/** @returns Whether a path is left out. */
export function readIgnoreFile(text: string): (path: string) => boolean {
  const rules = text
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => ({ ignores: !line.startsWith("!"), pattern: patternOf(line.replace(/^!/, "")) }));
  return (path) => rules.findLast(({ pattern }) => pattern.test(path))?.ignores ?? false;
}

/** Docker's `*` fits a name that begins with a dot too, unlike that of node:path. */
function patternOf(glob: string): RegExp {
  const source = glob.replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`^${source.replaceAll(/\*\*\/|\*/g, (star) => (star === "*" ? "[^/]*" : "(?:.*/)?"))}(?:/|$)`);
}
