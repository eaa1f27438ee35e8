import { copyFile, mkdir, readFile, readdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeTempFolder, type TempFolder } from "../../program/temp-folder.ts";
import { pack, run, runtimes } from "./pack.ts";
import { readmeBlocks } from "./readme-blocks.ts";

const root = join(import.meta.dirname, "..", "..", "..");
const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
const blocks = readmeBlocks();
const printed = blocks.filter(({ output }) => output !== undefined);
const onEach = Object.entries(runtimes);
const strict = { strict: true, noEmit: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true };
/** How TypeScript finds packages, with and without a bundler. */
const resolutions = [
  ["nodenext", { module: "nodenext", target: "es2022" }],
  ["bundler", { module: "esnext", moduleResolution: "bundler", target: "es2022" }],
] as const;

describe("the package, installed from its tarball into an empty project", () => {
  let folder: TempFolder;
  let project: string;
  let installed: string;
  let paths: readonly string[];

  beforeAll(async () => {
    folder = await makeTempFolder();
    project = join(folder.path, "project");
    await mkdir(project);
    await writeFile(join(project, "package.json"), '{ "name": "project", "private": true }\n');
    const tarball = await pack(folder.path);
    ({ stdout: installed } = await run("npm", ["install", "--offline", tarball], { cwd: project }));
    const manifest = await readFile(join(project, "node_modules", "@narrows", "limiter", "package.json"), "utf8");
    paths = Object.keys((JSON.parse(manifest) as { exports: object }).exports)
      .filter((path) => path !== "./package.json")
      .map((path) => path.replace(/^\./, "@narrows/limiter"));
  }, 600_000);

  afterAll(() => folder[Symbol.asyncDispose]());

  /** What the compiler says of files in a folder. */
  const complaints = async (cwd: string, compilerOptions: object, files: readonly string[]): Promise<string> => {
    const config = join(cwd, `tsconfig-${files.length}.json`);
    await writeFile(config, JSON.stringify({ compilerOptions: { ...strict, ...compilerOptions }, files }));
    return run(process.execPath, [tsc, "-p", config]).then(
      () => "",
      (error: unknown) => (error as { readonly stdout: string }).stdout,
    );
  };
  const write = async (cwd: string, file: string, code: string): Promise<string> => {
    await writeFile(join(cwd, file), code);
    return file;
  };

  it("adds one package, without a network", async () => {
    expect(installed).toMatch(/^added 1 package\b/m);
    expect(await readdir(join(project, "node_modules", "@narrows"))).toEqual(["limiter"]);
    expect((await readdir(join(project, "node_modules"))).filter((name) => !name.startsWith("."))).toEqual([
      "@narrows",
    ]);
    const lock = JSON.parse(await readFile(join(project, "package-lock.json"), "utf8")) as { packages: object };
    expect(Object.keys(lock.packages)).toEqual(["", "node_modules/@narrows/limiter"]);
  });

  it.each(onEach)("is tried on %s", async (name, runtime) => {
    const { stdout } = await run(runtime, ["--version"]);
    expect(stdout).toContain(name.replace("Node.js ", "v"));
  });

  it("has programs with their output in its README, as an ES module and as CommonJS", () => {
    expect(printed[0]?.heading).toBe("@narrows/limiter");
    expect(printed.map(({ file }) => file.split(".")[1])).toEqual(["mjs", "cjs", "mjs"]);
  });

  describe.each(onEach)("on %s", (_name, runtime) => {
    it.each(printed)("prints what stands below the program ($heading, $file)", async ({ file, code, output }) => {
      await write(project, file, code);
      const { stdout, stderr } = await run(runtime, [file], { cwd: project });
      expect({ stdout, stderr: stderr.replace(/^.*ExperimentalWarning[^]*$/m, "") }).toEqual({
        stdout: output,
        stderr: "",
      });
    });

    it("is imported and required by every path", async () => {
      const program = `
        const names = (module) => Object.keys(module).filter((name) => !["default", "module.exports", "__esModule"].includes(name));
        import(process.argv[2]).then((module) => console.log(JSON.stringify([names(module), names(require(process.argv[2]))])));
      `;
      const file = await write(project, "load.cjs", program);
      expect(paths.length).toBeGreaterThan(10);
      for (const path of paths) {
        const { stdout } = await run(runtime, ["--no-warnings", file, path], { cwd: project });
        const [imported, required] = JSON.parse(stdout) as readonly [readonly string[], readonly string[]];
        expect(imported.length, path).toBeGreaterThan(0);
        expect(required.toSorted(), path).toEqual(imported.toSorted());
      }
    });

    it("takes the place of express-rate-limit however that was imported", async () => {
      const path = "@narrows/limiter/express-rate-limit";
      const report = `console.log([rateLimit, named].every((make) => typeof make({ limit: 5 }).resetKey === "function"),
        ipKeyGenerator("::1"), MINUTE);`;
      const programs = {
        "move.mjs": `import rateLimit, { rateLimit as named, ipKeyGenerator, MINUTE } from "${path}"; ${report}`,
        "move.cjs": `const rateLimit = require("${path}");
          const { rateLimit: named, ipKeyGenerator, MINUTE } = rateLimit;
          if (rateLimit.default !== rateLimit) throw new Error("no default"); ${report}`,
      };
      for (const [file, program] of Object.entries(programs)) {
        const { stdout } = await run(runtime, ["--no-warnings", await write(project, file, program)], { cwd: project });
        expect(stdout, file).toBe("true ::/56 60000\n");
      }
    });

    it("passes its own suite of stores", async () => {
      const program = `
        import { describe, it } from "node:test";
        import { memoryStore } from "@narrows/limiter";
        import { createSharedMemory, sharedMemoryStore } from "@narrows/limiter/shared-memory";
        import { describeStore } from "@narrows/limiter/testing";
        const moved = (make) => (startMicros) => {
          let now = startMicros;
          return { store: make(() => now), advance: (micros) => void (now += Math.round(micros)) };
        };
        const shared = (clock) => sharedMemoryStore({ memory: createSharedMemory({ keys: 5000, maxWidth: 64 }), clock });
        describeStore("memory", moved((clock) => memoryStore({ clock })), { describe, it }, { isSync: true });
        describeStore("shared memory", moved(shared), { describe, it }, { isSync: true, maxLogLimit: 29 });
      `;
      const file = await write(project, "stores.mjs", program);
      const { stdout } = await run(runtime, ["--no-warnings", "--test-reporter=tap", file], {
        cwd: project,
        maxBuffer: 2 ** 26,
      });
      expect(stdout).toMatch(/^# fail 0$/m);
      expect(Number(/^# pass (\d+)$/m.exec(stdout)?.[1])).toBeGreaterThan(200);
    });
  });

  describe.each(resolutions)("for TypeScript, strict, %s", (_name, options) => {
    it("has types that need no others than the language's, and the Web's where it is about that", async () => {
      const isOfTheWeb = (path: string) => /\/(?:fetch|fetch-with-backoff)$/.test(path);
      const importAll = (some: readonly string[]) =>
        some.map((path, at) => `import * as m${at} from "${path}";\nm${at};\n`);
      const plain = await write(project, "plain.mts", importAll(paths.filter((path) => !isOfTheWeb(path))).join(""));
      const all = await write(project, "all.mts", importAll(paths).join(""));
      const withoutOthers = { ...options, types: [], skipLibCheck: false };
      expect(await complaints(project, { ...withoutOthers, lib: ["es2023"] }, [plain])).toBe("");
      expect(await complaints(project, { ...withoutOthers, lib: ["es2023", "dom"] }, [all])).toBe("");
    });

    it("takes every block of the README", async () => {
      const typed = join(folder.path, `typed-${options.module}`);
      await mkdir(join(typed, "node_modules"), { recursive: true });
      await symlink(join(project, "node_modules", "@narrows"), join(typed, "node_modules", "@narrows"));
      for (const name of ["@types", "fastify", "ioredis"]) {
        await symlink(join(root, "node_modules", name), join(typed, "node_modules", name));
      }
      await copyFile(join(import.meta.dirname, "..", "guide", "fixtures", "express.d.ts"), join(typed, "express.d.ts"));
      const modules = blocks.filter(({ file }) => /\.m[jt]s$/.test(file));
      expect(modules.length).toBeGreaterThan(7);
      for (const { file, code } of modules) await write(typed, file.replace(/js$/, "ts"), code);
      const files = ["express.d.ts", ...modules.map(({ file }) => file.replace(/js$/, "ts"))];
      expect(await complaints(typed, { ...options, types: ["node"], skipLibCheck: true }, files)).toBe("");
    });

    it("refuses what is wrong", async () => {
      const code = `import { createLimiter, memoryStore } from "@narrows/limiter";
        createLimiter({ policy: { name: "x", algorithm: "gcra", limit: 1, windowMs: 1 }, store: memoryStore() });`;
      expect(await complaints(project, { ...options, types: [] }, [await write(project, "wrong.mts", code)])).toContain(
        "wrong.mts",
      );
    });
  });

  it("takes the place of express-rate-limit with its types, from CommonJS and by its default export", async () => {
    const use = `rateLimit({ limit: 5, skip: (request) => request.path === "/health" });`;
    const required = `import rateLimit = require("@narrows/limiter/express-rate-limit");
      ${use}
      export const key: string = rateLimit.ipKeyGenerator("::1");`;
    const imported = `import rateLimit from "@narrows/limiter/express-rate-limit"; ${use}`;
    const files = [await write(project, "move-required.cts", required), await write(project, "moved.mts", imported)];
    expect(await complaints(project, { module: "nodenext", target: "es2022", types: [] }, files)).toBe("");
  });

  it("is required with its types from CommonJS", async () => {
    const code = `import limiter = require("@narrows/limiter");
      export const passes: boolean = limiter.createLimiter({
        policy: { name: "x", algorithm: "gcra", burst: 1, refillPerSecond: 1 },
        store: limiter.memoryStore(),
      }).allow("a");`;
    const file = await write(project, "common.cts", code);
    expect(await complaints(project, { module: "nodenext", target: "es2022", types: [] }, [file])).toBe("");
  });
});
