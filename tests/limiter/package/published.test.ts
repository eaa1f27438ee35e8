import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { inspect } from "node:util";
import { gzipSync } from "node:zlib";
import type * as Core from "@narrows/limiter";
import { parseSync } from "oxc-parser";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { buildPackage } from "../../../scripts/pack-limiter/build-package.ts";
import { innerNames } from "../../../scripts/pack-limiter/inner-names.ts";
import { reachedFiles, specifiersIn } from "../../../scripts/pack-limiter/reached-files.ts";
import { parseMarkdown } from "../../docs/markdown.ts";
import { makeTempFolder, type TempFolder } from "../../program/temp-folder.ts";
import { source } from "./pack.ts";

type Manifest = {
  readonly exports: Readonly<
    Record<string, string | (Readonly<Record<"types" | "default", string>> & { readonly "types@>=5.6"?: string })>
  >;
  readonly typesVersions: { readonly "*": Readonly<Record<string, readonly [string]>> };
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta: Readonly<Record<string, { readonly optional: boolean }>>;
};

/** 12 KB, as it is promised. */
const mostCoreBytes = 12 * 1024;
/** The only ones that may ask for more than a language and the Web's interfaces. */
const forNode = ["./redis", "./testing/redis"];

describe("what is published", () => {
  let folder: TempFolder;
  let built: string;
  let manifest: Manifest;

  beforeAll(async () => {
    folder = await makeTempFolder();
    built = join(folder.path, "built");
    await buildPackage(source, built);
    manifest = JSON.parse(readFileSync(join(built, "package.json"), "utf8")) as Manifest;
  }, 600_000);

  afterAll(() => folder[Symbol.asyncDispose]());

  /** The files that an import path loads, in `js/`. */
  const loadedBy = (path: string): readonly string[] => {
    const entry = manifest.exports[path];
    return typeof entry === "object" ? reachedFiles(join(built, entry.default)) : [];
  };

  it("has no dependencies: what others bring is optional", () => {
    expect(Object.keys(manifest)).not.toEqual(expect.arrayContaining(["dependencies"]));
    expect(manifest).not.toHaveProperty("devDependencies");
    expect(manifest).not.toHaveProperty("scripts");
    const optional = Object.entries(manifest.peerDependenciesMeta).filter(([, meta]) => meta.optional);
    expect(optional.map(([name]) => name).toSorted()).toEqual(Object.keys(manifest.peerDependencies).toSorted());
    const own = JSON.parse(readFileSync(join(source, "package.json"), "utf8")) as object;
    expect(own).not.toHaveProperty("dependencies");
  });

  it("can be installed beside each release that its README expects to work", () => {
    const readme = readFileSync(join(source, "README.md"), "utf8");
    const rows = readme.match(/^\| (?:Clients|Frameworks) .*$/gm)?.join("\n") ?? "";
    const majors = [...rows.matchAll(/\b(Express|Fastify|ioredis|node-redis) (\d+)/g)].map(
      ([, name = "", major = ""]) => [name.toLowerCase().replace("node-", ""), Number(major)] as const,
    );
    expect(majors.length).toBeGreaterThanOrEqual(7);
    for (const [name, major] of majors) {
      const least = Number(/^>=(\d+)$/.exec(manifest.peerDependencies[name] ?? "")?.[1]);
      expect(least, `${name} ${major}`).toBeLessThanOrEqual(major);
    }
  });

  it("exports what the sources do, and every file that it names is there", () => {
    const own = JSON.parse(readFileSync(join(source, "package.json"), "utf8")) as Manifest;
    expect(Object.keys(manifest.exports)).toEqual([...Object.keys(own.exports), "./package.json"]);
    const files = Object.values(manifest.exports).flatMap((entry) =>
      typeof entry === "string" ? [entry] : Object.values(entry),
    );
    expect(files.length).toBeGreaterThan(20);
    for (const file of files) expect(readFileSync(join(built, file)).length, file).toBeGreaterThan(0);
  });

  it("imports nothing but itself, and Node.js only for Redis", () => {
    const paths = Object.keys(manifest.exports).filter((path) => path !== "./package.json");
    const foreign = paths.flatMap((path) =>
      loadedBy(path).flatMap((file) =>
        specifiersIn(readFileSync(file, "utf8"))
          .filter((specifier) => !specifier.startsWith("."))
          .map((specifier) => [path, specifier]),
      ),
    );
    expect(foreign.length).toBeGreaterThan(0);
    expect(
      foreign.filter(([path = "", specifier = ""]) => !forNode.includes(path) || !specifier.startsWith("node:")),
    ).toEqual([]);
  });

  it(`has a core below ${mostCoreBytes} bytes of gzip`, () => {
    const files = loadedBy(".");
    const bytes = files.reduce((sum, file) => sum + gzipSync(readFileSync(file)).length, 0);
    expect(files.length).toBeGreaterThan(0);
    expect(bytes).toBeGreaterThan(8_000);
    expect(bytes).toBeLessThan(mostCoreBytes);
  });

  it("finds for a compiler that does not look at exports the types that exports name, as older compilers read them", () => {
    const { ".": _, "./package.json": __, ...below } = manifest.exports;
    const named = Object.entries(below).map(([path, entry]) => [
      path.replace("./", ""),
      [typeof entry === "string" ? entry : entry.types],
    ]);
    expect(manifest.typesVersions).toEqual({ "*": Object.fromEntries(named) });
  });

  it("declares for compilers before TypeScript 5.6 no name in quotes, which they cannot read", () => {
    const entries = Object.values(manifest.exports).filter((entry) => typeof entry !== "string");
    const declaredBy = (file: string, seen = new Set<string>()): ReadonlySet<string> => {
      if (seen.has(file)) return seen;
      seen.add(file);
      for (const to of specifiersIn(readFileSync(join(built, file), "utf8")))
        declaredBy(join(dirname(file), to).replace(/\.js$/, ".d.ts"), seen);
      return seen;
    };
    const older = new Set(entries.flatMap(({ types }) => [...declaredBy(types)]));
    const newer = new Set(entries.flatMap((entry) => [...declaredBy(entry["types@>=5.6"] ?? entry.types)]));
    const quoted = (files: ReadonlySet<string>) =>
      [...files].flatMap((file) => quotedNames(file, readFileSync(join(built, file), "utf8")));
    expect(older.size).toBeGreaterThan(50);
    expect(quoted(older)).toEqual([]);
    expect(quoted(newer)).toEqual(["module.exports"]);
  });

  it("declares nothing that it does not bring", () => {
    const declarations = globSync("types/**/*.d.ts", { cwd: built });
    expect(declarations.length).toBeGreaterThan(20);
    const missing = declarations.flatMap((path) =>
      specifiersIn(readFileSync(join(built, path), "utf8"))
        .filter((to) => !declarations.includes(join(dirname(path), to).replace(/\.js$/, ".d.ts")))
        .map((to) => `${path}: ${to}`),
    );
    expect(missing).toEqual([]);
  });

  it("keeps the docs of what it declares, and no comments in what runs", () => {
    expect(readFileSync(join(built, "types", "create-limiter.d.ts"), "utf8")).toContain("@example");
    for (const file of globSync("js/**/*.js", { cwd: built })) {
      expect(readFileSync(join(built, file), "utf8").replace(/\/\/# sourceMappingURL=.*/, ""), file).not.toMatch(
        /\/\*\*|^\/\//m,
      );
    }
  });

  it("prints its errors by their names, though classes have short ones", async () => {
    const core = (await import(pathToFileURL(join(built, "js", "index.js")).href)) as typeof Core;
    expect(inspect(new core.LimiterError("POLICIES_MISSING", "None."))).toMatch(/^LimiterError: None\. Give /);
    expect(inspect(new core.StoreFailure("STORE_CLOSED", "Closed."))).toMatch(/^StoreFailure: Closed\.\n/);
  });

  it("shortens names that nobody outside reads, everywhere", () => {
    const names = new RegExp(`\\b(?:${innerNames.join("|")})\\b`, "g");
    const withoutComments = (path: string) => readFileSync(join(built, path), "utf8").replace(/\/\*[^]*?\*\//g, "");
    const declared = globSync("types/**/*.d.ts", { cwd: built }).flatMap((path) => withoutComments(path).match(names));
    expect(declared.filter((name) => name !== null)).toEqual([]);
    const read = globSync("js/**/*.js", { cwd: built }).flatMap((path) =>
      [...readFileSync(join(built, path), "utf8").matchAll(/[.{,](\w+)/g)].map(([, name = ""]) => name),
    );
    expect(read).toContain("microsPerTick");
    expect(read.filter((name) => innerNames.includes(name))).toEqual([]);
  });

  it("reads no property of one letter that is none of these", () => {
    const text = globSync("**/*.ts", { cwd: join(source, "src") }).map((path) =>
      readFileSync(join(source, "src", path), "utf8").replace(/\/\*[^]*?\*\//g, ""),
    );
    expect(text.flatMap((code) => code.match(/[A-Za-z_)\]]\??\.[a-zA-Z]\b(?!\.)/g) ?? [])).toEqual([]);
  });

  it("does not shorten what is read of clients and frameworks", () => {
    const foreign = globSync("{adapters,client,failure,http,stores/redis,testing}/**/*.ts", {
      cwd: join(source, "src"),
    });
    expect(foreign.length).toBeGreaterThan(80);
    const read = foreign.flatMap((path) => readFileSync(join(source, "src", path), "utf8").match(/(?<=\.)\w+/g) ?? []);
    expect(read.filter((name) => innerNames.includes(name))).toEqual([]);
  });

  it("brings the sources that its maps point at", () => {
    const maps = globSync("js/**/*.js.map", { cwd: built });
    expect(maps.length).toBeGreaterThan(10);
    for (const map of maps) {
      const { sources } = JSON.parse(readFileSync(join(built, map), "utf8")) as { readonly sources: readonly string[] };
      for (const file of sources) expect(readFileSync(join(built, dirname(map), file)).length, map).toBeGreaterThan(0);
    }
  });

  it("has pages that lead to each other, and to nothing that is not there", () => {
    const texts = globSync("**/*.md", { cwd: built });
    expect(texts).toEqual(expect.arrayContaining(["README.md", "README.ko.md", "docs/guide/limiter-warnings.md"]));
    const links = texts.flatMap((path) =>
      parseMarkdown(readFileSync(join(built, path), "utf8"))
        .links.filter((link) => !/^(?:[a-z]+:|#)/.test(link))
        .map((link) => ({ path, link, file: join(built, dirname(path), link.replace(/#.*/, "")) })),
    );
    expect(links.length).toBeGreaterThan(30);
    expect(links.filter(({ file }) => !existsSync(file)).map(({ path, link }) => `${path}: ${link}`)).toEqual([]);
  });

  it("warns with a path that a project has which installed it", () => {
    const warnings = readFileSync(join(source, "src", "warnings.ts"), "utf8");
    const [, path = "nowhere"] = /link: `node_modules\/@narrows\/limiter\/([^#`]+)#/.exec(warnings) ?? [];
    expect(existsSync(join(built, path)), path).toBe(true);
  });

  it("is the same, byte by byte, when it is built again", async () => {
    const again = join(folder.path, "again");
    await buildPackage(source, again);
    expect(digestsOf(again)).toEqual(digestsOf(built));
    expect(digestsOf(built).length).toBeGreaterThan(100);
  });
});

/** Names in quotes among those that a module exports (ECMAScript 2022). */
function quotedNames(file: string, text: string): readonly string[] {
  const { program, errors } = parseSync(file, text);
  expect(errors, file).toEqual([]);
  return program.body
    .flatMap((statement) => (statement.type === "ExportNamedDeclaration" ? statement.specifiers : []))
    .flatMap(({ exported }) => (exported.type === "Literal" ? [exported.value] : []));
}

test("specifiers are found in every form that a bundle has", () => {
  const text =
    'import{a as e}from"./a.js";import"node:b";export*from`./c.js`;/** from "./e.js" */const x=await import("./d.js");';
  expect(specifiersIn(text)).toEqual(["./a.js", "node:b", "./c.js", "./d.js"]);
});

function digestsOf(folder: string): readonly string[] {
  return globSync("**/*", { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
    .map((path) => `${path.slice(folder.length)} ${createHash("sha256").update(readFileSync(path)).digest("hex")}`);
}
