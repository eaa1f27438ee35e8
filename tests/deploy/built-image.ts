import { execFile } from "node:child_process";
import { chmod, chown, cp, mkdir, readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { rootPath } from "../program/narrows-path.ts";
import { makeTempFolder } from "../program/temp-folder.ts";
import { copyBuildContext } from "./build-context.ts";
import { environmentOf, parseDockerfile, valuesOf, wordsOf, type Instruction } from "./dockerfile.ts";

const run = promisify(execFile);
const buildDeadlineMs = 600_000;

/** What the Dockerfile makes, as a folder: its root is `path`. */
export type BuiltImage = AsyncDisposable & {
  readonly path: string;
  readonly env: Readonly<Record<string, string>>;
  readonly user: number;
  readonly workFolder: string;
  /** ENTRYPOINT and CMD, and the health check, with their paths inside `path`. */
  readonly command: readonly string[];
  readonly healthCheck: readonly string[];
};

/**
 * Carries a Dockerfile out without Docker: the same copies and the same commands, in folders in place of layers. The base
 * images are this machine.
 */
export async function buildImage(dockerfile: string): Promise<BuiltImage> {
  const folder = await makeTempFolder();
  try {
    // Whoever runs the program is somebody else.
    await chmod(folder.path, 0o755);
    const [build, final] = parseDockerfile(await readFile(join(rootPath, dockerfile), "utf8"));
    if (build === undefined || final === undefined) throw new Error(`${dockerfile} has less than two stages.`);
    const [context, built, image] = ["context", "build", "image"].map((name) => join(folder.path, name)) as Folders;
    await copyBuildContext(`${dockerfile}.dockerignore`, context);
    await carryOut(build, { from: context, to: built });
    await carryOut(final, { from: built, to: image });
    return describe(final, image, () => folder[Symbol.asyncDispose]());
  } catch (error) {
    await folder[Symbol.asyncDispose]();
    throw error;
  }
}

type Folders = [context: string, build: string, image: string];
type Place = { readonly from: string; readonly to: string };

async function carryOut(stage: readonly Instruction[], place: Place): Promise<void> {
  const workFolder = join(place.to, valuesOf(stage, "WORKDIR")[0] ?? "/");
  await mkdir(workFolder, { recursive: true });
  for (const { name, value } of stage) {
    if (name === "COPY") await copy(value, place, workFolder);
    if (name === "RUN") await runLine(value, workFolder);
  }
}

/** A source that is not there ends it, as it ends `docker build`. */
async function copy(value: string, { from, to }: Place, workFolder: string): Promise<void> {
  const words = value.split(/\s+/);
  const owner = /^--chown=(\d+)/.exec(words.find((word) => word.startsWith("--chown=")) ?? "")?.[1];
  const paths = words.filter((word) => !word.startsWith("--"));
  const target = paths.pop() ?? "";
  const into = target.startsWith("/") ? join(to, target) : join(workFolder, target);
  for (const path of paths) {
    const end = target.endsWith("/") ? join(into, basename(path)) : into;
    await mkdir(dirname(end), { recursive: true });
    await cp(join(from, path), end, { recursive: true, verbatimSymlinks: true });
    if (owner !== undefined && process.getuid?.() === 0) await chown(end, Number(owner), Number(owner));
  }
}

async function runLine(line: string, cwd: string): Promise<void> {
  const { PATH = "", HOME = "" } = process.env;
  // What npm has fetched before it need not fetch again; the lock says by checksum what it is.
  const env = { PATH, HOME, npm_config_prefer_offline: "true" };
  await run("sh", ["-ec", line], { cwd, env, timeout: buildDeadlineMs, maxBuffer: 16_777_216 });
}

function describe(final: readonly Instruction[], path: string, dispose: () => PromiseLike<void>): BuiltImage {
  const last = (name: string): string => valuesOf(final, name).at(-1) ?? "";
  const inside = (words: readonly string[]): string[] =>
    words.map((word) => word.replace(/^(?:--[\w-]+=)?(?=\/app\/|\/run\/)/, (option) => option + path));
  return {
    path,
    env: environmentOf(final),
    user: Number(last("USER").split(":")[0]),
    workFolder: join(path, last("WORKDIR")),
    command: inside([...wordsOf(last("ENTRYPOINT")), ...wordsOf(last("CMD"))]),
    healthCheck: inside(wordsOf(last("HEALTHCHECK"))),
    [Symbol.asyncDispose]: async () => dispose(),
  };
}
