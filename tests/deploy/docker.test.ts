import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, globSync, readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { readServerConfig, serverConfigTable } from "@narrows/server/config";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventually } from "../program/deadline.ts";
import { findFreePort } from "../program/free-port.ts";
import { rootPath } from "../program/narrows-path.ts";
import { endChild, isRunning, keepTrackOf } from "../services/child-processes.ts";
import { readIgnoreFile } from "./build-context.ts";
import { buildImage, type BuiltImage } from "./built-image.ts";
import { environmentOf, parseDockerfile, valuesOf, wordsOf } from "./dockerfile.ts";

const dockerfile = "deploy/docker/Dockerfile";
const text = readFileSync(join(rootPath, dockerfile), "utf8");
const stages = parseDockerfile(text);
const final = stages.at(-1) ?? [];

type Manifest = { readonly dependencies: Readonly<Record<string, string>> };
type LockedPackage = { readonly dev?: boolean; readonly link?: boolean };

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, "utf8"));

describe("deploy/docker/Dockerfile", () => {
  it("begins each stage with an exact version, the build with the Node.js of the lock", () => {
    const bases = stages.map((stage) => valuesOf(stage, "FROM")[0]);
    const { dependencies } = readJson(join(rootPath, "package.json")) as Manifest;
    expect(bases).toEqual([
      expect.stringMatching(new RegExp(`^node:${dependencies["node"]}-\\S+ AS build$`)),
      expect.stringMatching(/^debian:\d+\.\d+-slim$/),
    ]);
  });

  it("sets variables that the service has, and listens where its health is asked", () => {
    const names = serverConfigTable.map(({ name }) => name as string);
    const env = environmentOf(final);
    expect(Object.keys(env).filter((name) => !names.includes(name))).toEqual([]);
    expect(valuesOf(final, "EXPOSE")).toEqual([env["PORT"]]);
    expect(valuesOf(final, "VOLUME")).toEqual([env["DATA_DIR"]]);
    expect(() => readServerConfig(env)).not.toThrow();
  });

  it("runs as a user by number, who is not root, and without a shell between", () => {
    expect(valuesOf(final, "USER").at(-1)).toMatch(/^[1-9]\d*:[1-9]\d*$/);
    for (const name of ["ENTRYPOINT", "CMD", "HEALTHCHECK"]) {
      expect(wordsOf(valuesOf(final, name).at(-1) ?? "").length).toBeGreaterThan(0);
    }
  });
});

describe("deploy/docker/Dockerfile.dockerignore", () => {
  const isIgnored = readIgnoreFile(readFileSync(join(rootPath, `${dockerfile}.dockerignore`), "utf8"));

  it("lets through what runs and nothing that is kept, tested or secret", () => {
    const wanted = [
      "package-lock.json",
      "apps/cli/bin/narrows.js",
      "packages/links/src/stores/postgres/sql/lookup.sql",
    ];
    const unwanted = ["data/admin-key", ".git/config", ".env", "deploy/compose/secrets/narrows.env", "tests/e2e/a.ts"];
    expect(wanted.filter((path) => isIgnored(path))).toEqual([]);
    expect(unwanted.filter((path) => !isIgnored(path))).toEqual([]);
  });
});

describe("the image, made without Docker", () => {
  let image: BuiltImage;
  beforeAll(async () => {
    image = await buildImage(dockerfile);
  }, 900_000);
  afterAll(() => image[Symbol.asyncDispose]());

  const isRoot = process.getuid?.() === 0;
  const asUser = () => (isRoot ? { uid: image.user, gid: image.user } : {});

  it("holds packages for production only, and the Node.js of the lock once", () => {
    const { packages } = readJson(join(rootPath, "package-lock.json")) as { packages: Record<string, LockedPackage> };
    const found = globSync("node_modules/{*,@*/*}/package.json", { cwd: image.workFolder }).map(dirname);
    expect(found.length).toBeGreaterThan(50);
    expect(found.filter((path) => packages[path] === undefined || packages[path].dev === true)).toEqual([]);
    expect(globSync("node_modules/**/bin/node", { cwd: image.workFolder })).toEqual(["node_modules/node/bin/node"]);
    expect(globSync("{packages,apps}/*/{test,src/testing}", { cwd: image.workFolder })).toEqual([]);
  });

  it("serves as its user, who can write nothing but the data, stays healthy until it ends, and reads secrets", async () => {
    if (!isRoot) await run("chmod", ["-R", "a-w", image.workFolder]);
    const port = `${await findFreePort()}`;
    const secrets = join(image.path, "run/secrets");
    await mkdir(secrets, { recursive: true });
    await writeFile(join(secrets, "narrows.env"), "ADMIN_KEY=nrw_from-the-file-of-secrets\n");
    const env = {
      ...image.env,
      HOST: "127.0.0.1",
      PORT: port,
      DATA_DIR: join(image.path, image.env["DATA_DIR"] ?? ""),
    };
    const at = { cwd: image.workFolder, env, ...asUser() };
    const health = async (): Promise<number | null> => {
      const [program = "", ...args] = image.healthCheck;
      const asked = spawn(program, args, { ...at, stdio: "ignore" });
      const [code] = (await once(asked, "close")) as [number | null];
      return code;
    };
    expect(await health()).toBe(1);

    const writable = ["-c", `find ${image.workFolder} ! -type l -writable`];
    expect(await run("sh", writable, at)).toBe("");

    const [program = "", ...args] = image.command;
    const child = keepTrackOf(spawn(program, args, { ...at, stdio: ["ignore", "pipe", "pipe"] }));
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (chunk: string) => {
        output += chunk;
      });
    }
    try {
      const answer = await eventually(60_000, "The start", async () => {
        if (!isRunning(child)) throw new Error(`It ended with ${child.exitCode}.\n${output}`);
        return fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined);
      });
      expect(answer.status).toBe(200);
      expect(await health()).toBe(0);
      const headers = { authorization: "Bearer nrw_from-the-file-of-secrets" };
      expect((await fetch(`http://127.0.0.1:${port}/v1/urls`, { headers })).status).toBe(200);
      expect((await fetch(`http://127.0.0.1:${port}/openapi.json`)).status).toBe(200);
      expect(existsSync(join(env.DATA_DIR, "narrows.db"))).toBe(true);
    } finally {
      await endChild(child);
      if (!isRoot) await run("chmod", ["-R", "u+w", image.workFolder]);
    }
    expect([child.exitCode, await health()]).toEqual([0, 1]);
  });

  it("has the edge agent as well", async () => {
    const [program = "", ...args] = image.command.slice(0, -1);
    const at = { cwd: image.workFolder, env: {}, ...asUser() };
    expect(await run(program, [...args, "edge-agent", "--help"], at)).toContain("--folder");
  });
});

type At = { readonly cwd?: string; readonly env?: Readonly<Record<string, string>>; readonly uid?: number };

/** @returns What it wrote. */
function run(program: string, args: readonly string[], at: At = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(program, args, { timeout: 60_000, ...at }, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else reject(new Error(`${program} failed: ${stderr}`, { cause: error }));
    });
  });
}
