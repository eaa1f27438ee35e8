import { execFile } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, posix } from "node:path";
import { describe, expect, test } from "vitest";

const root = join(import.meta.dirname, "..", "..");

/** What package.json files name as programs: the scripts of the root and the `bin` of every package. */
const entryPoints = [...namedByScripts(), ...namedByBin()].filter((path, index, all) => all.indexOf(path) === index);

function namedByScripts(): readonly string[] {
  const { scripts } = readManifest("package.json");
  return Object.values(scripts ?? {}).flatMap((script) => /^(?:exec )?node (\S+\.js)/.exec(script)?.[1] ?? []);
}

function namedByBin(): readonly string[] {
  return globSync("{packages,apps}/*/package.json", { cwd: root }).flatMap((path) =>
    Object.values(readManifest(path).bin ?? {}).map((file) => posix.join(posix.dirname(path), file)),
  );
}

type Manifest = { readonly scripts?: Record<string, string>; readonly bin?: Record<string, string> };

function readManifest(path: string): Manifest {
  return JSON.parse(readFileSync(join(root, path), "utf8")) as Manifest;
}

/** Makes the process believe that it is an older Node.js, as nothing but its version is asked. */
const pretendOld = `
  Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.20.2" } });
  Object.defineProperty(process, "version", { value: "v20.20.2" });
`;
const preload = `data:text/javascript,${encodeURIComponent(pretendOld)}`;

function start(entryPoint: string): Promise<{ code: unknown; stdout: string; stderr: string }> {
  const args = ["--import", preload, join(root, entryPoint), "--help"];
  return new Promise((resolve) => {
    execFile(process.execPath, args, (error, stdout, stderr) => resolve({ code: error?.code ?? 0, stdout, stderr }));
  });
}

describe("every entry point", () => {
  test("is found", () => {
    expect(entryPoints).toEqual(
      expect.arrayContaining(["scripts/check.js", "scripts/docs.js", "scripts/test.js", "apps/cli/bin/narrows.js"]),
    );
  });

  test.each(entryPoints)(
    "%s refuses an old runtime with a mend and exit code 2",
    { timeout: 120_000 },
    async (path) => {
      const { code, stdout, stderr } = await start(path);
      expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
      expect(stderr).toMatch(/Node\.js 24/);
      expect(stderr).toContain("20.20.2");
      expect(stderr).toContain("npm ci");
    },
  );

  // A syntax error would come before any message: so no top-level await, no `?.`, no `??`, no static import of .ts.
  test.each([...entryPoints, ...globSync("{scripts,apps/*/bin}/refuse-old-runtime.js", { cwd: root })])(
    "%s can be read by an old runtime",
    async (entryPoint) => {
      const text = await readFile(join(root, entryPoint), "utf8");
      expect(text).not.toMatch(/\?\.|\?\?|^(?:(?:const|let) .*= )?await /m);
      expect(text).not.toMatch(/^import [^(].*\.ts"/m);
    },
  );
});
