import { execFile } from "node:child_process";
import { copyFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeTempFolder, type TempFolder } from "../../program/temp-folder.ts";
import { startRedis, type RedisServer } from "../../services/redis-server.ts";
import { programsOf } from "./programs.ts";

const root = join(import.meta.dirname, "..", "..", "..");
const run = promisify(execFile);
const pages = [
  "README.md",
  "docs/guide/limiter.md",
  "docs/guide/limiter-recipes.md",
  "docs/guide/choose-an-algorithm.md",
  "docs/guide/choose-an-algorithm.ko.md",
  "docs/guide/moving-from-express-rate-limit.md",
  "docs/guide/moving-from-rate-limiter-flexible.md",
];
const programs = pages.flatMap(programsOf);

const compilerOptions = {
  target: "es2024",
  lib: ["es2024"],
  module: "nodenext",
  types: ["node"],
  noEmit: true,
  strict: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
};

describe("the programs of the limiter's guide and of the README", () => {
  let folder: TempFolder;
  let redis: RedisServer;

  beforeAll(async () => {
    folder = await makeTempFolder();
    redis = await startRedis();
    await symlink(join(root, "node_modules"), join(folder.path, "node_modules"));
    await writeFile(join(folder.path, "package.json"), JSON.stringify({ type: "module" }));
    await writeFile(join(folder.path, "tsconfig.json"), JSON.stringify({ compilerOptions }));
    await copyFile(join(import.meta.dirname, "fixtures", "express.d.ts"), join(folder.path, "express.d.ts"));
    await Promise.all(programs.map(({ file, code }) => writeFile(join(folder.path, file), code)));
  });

  afterAll(async () => {
    await redis[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });

  it("are found on every page", () => {
    for (const page of pages) expect(programs.filter((program) => program.page === page)).not.toEqual([]);
    expect(programs.length).toBeGreaterThan(18);
  });

  it("are right by the compiler", async () => {
    const compiler = join(root, "node_modules", "typescript", "bin", "tsc");
    const complaints = await new Promise<string>((resolve) => {
      execFile(process.execPath, [compiler, "-p", folder.path], (_error, stdout) => resolve(stdout));
    });
    expect(complaints).toBe("");
  });

  it.each(programs)("$page, $heading: prints what stands below it ($file)", async ({ file, output }) => {
    const { stdout } = await run(process.execPath, ["--no-warnings", file], {
      cwd: folder.path,
      env: { ...process.env, NO_COLOR: "1", REDIS_URL: `redis://127.0.0.1:${redis.port}` },
      timeout: 60_000,
    });
    expect(stdout).toBe(output);
  });
});
