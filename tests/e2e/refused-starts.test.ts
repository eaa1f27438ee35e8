import { execFile } from "node:child_process";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { narrowsPath } from "../program/narrows-path.ts";
import { startProgram } from "../program/program.ts";
import { runNarrows } from "../program/run-narrows.ts";
import { makeTempFolder } from "../program/temp-folder.ts";

/** One start that must be refused; the message names the variable. */
const badConfigurations = [
  ["PORT", "eighty"],
  ["PORT", "65536"],
  ["PORT", "-1"],
  ["PORT", "80.5"],
  ["BASE_URL", "sho.rt"],
  ["BASE_URL", "ftp://sho.rt"],
  ["BASE_URL", "https://sho.rt/path"],
  ["CODE_STRATEGY", "random"],
  ["ANONYMOUS_CREATE", "yes please"],
  ["ALLOW_PRIVATE_DESTINATIONS", "maybe"],
  ["TRUSTED_PROXIES", "10.0.0.0/33"],
  ["TRUSTED_PROXIES", "everyone"],
  ["DEAF_LIMIT", "30"],
  ["DEAF_LIMIT", "-1s"],
  ["LOG_LEVEL", "loud"],
  ["POLICIES_FILE", "/nonexistent/policies.yaml"],
  ["POLICIES_FILE", narrowsPath],
] as const;

describe("a start that cannot be right", () => {
  it.each(badConfigurations)("ends with 2, names the variable and stores nothing: %s=%s", async (name, value) => {
    await using folder = await makeTempFolder();
    const dataDir = join(folder.path, "data");
    const { exitCode, stdout, stderr } = await runNarrows(["serve"], {
      env: { DATA_DIR: dataDir, PORT: "0", [name]: value },
    });
    expect([exitCode, stdout + stderr]).toEqual([2, expect.stringContaining(name)]);
    expect(stdout + stderr).not.toMatch(/\bat .*\.ts:\d+/);
    expect(await readdir(folder.path)).toEqual([]);
  });

  it("does not show a secret that it refuses", async () => {
    await using folder = await makeTempFolder();
    const secret = "too short \u0001";
    for (const name of ["ADMIN_KEY", "CODE_SECRET"]) {
      const { exitCode, stdout, stderr } = await runNarrows(["serve"], {
        env: { DATA_DIR: folder.path, PORT: "0", [name]: secret },
      });
      expect([exitCode, stdout + stderr]).toEqual([2, expect.stringContaining(name)]);
      expect(stdout + stderr).not.toContain("too short");
    }
  });

  it.each([
    ":sesame%zz@redis",
    ":sesame@redis/abc",
    ":sesame@redis/1?db=2",
    ":sesame@redis/-1",
    ":sesame@:6379",
    ":sesame@redis:0",
    ":sesame@a:6379,",
    ":sesame@a:6379,b:6379/1",
    ":sesame@a:6379,:sesame@b:6379",
    ":sesame@redis?cluster=yes",
  ])("ends with 2 for a Redis at %s, whose password it does not show", async (place) => {
    await using folder = await makeTempFolder();
    const env = { DATA_DIR: folder.path, PORT: "0", REDIS_URL: `redis://${place}` };
    const { exitCode, stdout, stderr } = await runNarrows(["serve"], { env });
    expect([exitCode, stdout, stderr]).toEqual([2, "", expect.stringContaining("REDIS_URL")]);
    expect(stderr).not.toMatch(/sesame|\bat .*\.ts:\d+/);
    expect(await readdir(folder.path)).toEqual([]);
  });

  it("ends with 2 when DATA_DIR is a file", async () => {
    const { exitCode, stdout, stderr } = await runNarrows(["serve"], { env: { DATA_DIR: narrowsPath, PORT: "0" } });
    expect([exitCode, stdout + stderr]).toEqual([2, expect.stringContaining("DATA_DIR")]);
  });

  it("ends with 2 when the database is none, and leaves it as it is", async () => {
    await using folder = await makeTempFolder();
    const path = join(folder.path, "narrows.db");
    await writeFile(path, "not a database");
    const { exitCode, stdout, stderr } = await runNarrows(["serve"], { env: { DATA_DIR: folder.path, PORT: "0" } });
    expect([exitCode, stdout + stderr]).toEqual([2, expect.stringContaining(path)]);
    expect(await readFile(path, "utf8")).toBe("not a database");
  });

  it("ends with 2 when another program has the port", async () => {
    await using first = await startProgram();
    await using folder = await makeTempFolder();
    const env = { DATA_DIR: folder.path, PORT: String(first.port) };
    const { exitCode, stdout, stderr } = await runNarrows(["serve"], { env });
    expect([exitCode, stdout, stderr]).toEqual([2, "", expect.stringMatching(/^  PORT: .*in use.*\.$/m)]);
    expect((await first.http.ask("GET", "/readyz")).status).toBe(200);
  });

  it("ends with 2 for a command or an option that does not exist", async () => {
    for (const args of [["sevre"], ["serve", "--prot=1"]]) {
      const { exitCode, stderr } = await runNarrows(args);
      expect([args, exitCode, stderr]).toEqual([args, 2, expect.stringMatching(/sevre|--prot/)]);
    }
  });
});

describe("a runtime that is too old", () => {
  it("is refused with 2 and a way to mend it, before anything else", async () => {
    const old = await findOldNode();
    // A machine whose only node is new enough cannot show more than that the file's text could be read by an old one.
    const { exitCode, stderr } = await runNarrows(["serve"], old === undefined ? asOldRuntime : { node: old });
    expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/Node\.js 24[^]*npm ci/)]);
    expect(stderr).not.toMatch(/^\s+at /m);
  });
});

/** Today's runtime with yesterday's version number. */
const oldVersion = "Object.defineProperty(process.versions,'node',{value:'20.0.0'})";
const asOldRuntime = { env: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(oldVersion)}` } };

async function findOldNode(): Promise<string | undefined> {
  for (const folder of (process.env["PATH"] ?? "").split(delimiter)) {
    const path = join(folder, "node");
    const { stdout } = await promisify(execFile)(path, ["--version"]).catch(() => ({ stdout: "" }));
    const major = Number(/^v(\d+)\./.exec(stdout)?.[1]);
    if (major < 24) return path;
  }
  return undefined;
}
