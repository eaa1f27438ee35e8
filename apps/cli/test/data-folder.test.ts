import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, statSync } from "node:fs";
import { chmod, chown, mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import { cliPath, runCli } from "./run-cli.ts";
import { makeTempFolder } from "./temp-folder.ts";

const isRoot = process.getuid?.() === 0;
const startDeadlineMs = 60_000;

/** A shell that lets its user's group write, as Ubuntu and Fedora set it, and becomes the program. */
const groupWrites = (...args: readonly string[]): readonly string[] => [
  "-c",
  'umask 002; exec "$0" "$@"',
  process.execPath,
  cliPath,
  ...args,
];

function modeOf(path: string): string {
  return (statSync(path).mode & 0o777).toString(8);
}

/** Starts the service with the real entry point and stops it as soon as it answers. */
async function serveOnce(dataDir: string): Promise<void> {
  const child = spawn("/bin/sh", groupWrites("serve"), {
    env: { DATA_DIR: dataDir, PORT: "0" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const signal = AbortSignal.timeout(startDeadlineMs);
  let log = "";
  child.stdout.on("data", (chunk: Buffer) => (log += chunk.toString()));
  while (!log.includes("Narrows answers at")) await once(child.stdout, "data", { signal });
  child.kill("SIGTERM");
  await once(child, "close", { signal });
}

describe("the data folder of narrows serve", () => {
  test("is made for its owner alone, with the compile cache in it, whatever the umask", async () => {
    await using folder = await makeTempFolder();
    const dataDir = join(folder.path, "data");
    await serveOnce(dataDir);
    expect([modeOf(dataDir), modeOf(join(dataDir, "compile-cache"))]).toEqual(["700", "700"]);
  });

  test("is left as it is where it is there, but the compile cache in it is for its owner alone", async () => {
    await using folder = await makeTempFolder();
    await chmod(folder.path, 0o775);
    await serveOnce(folder.path);
    expect([modeOf(folder.path), modeOf(join(folder.path, "compile-cache"))]).toEqual(["775", "700"]);
  });
});

describe("a compile cache that is there already", () => {
  const help = async (dataDir: string) =>
    promisify(execFile)("/bin/sh", groupWrites("--help"), { env: { DATA_DIR: dataDir } });

  test("is emptied where others could have written code into it", async () => {
    await using folder = await makeTempFolder();
    const cache = join(folder.path, "compile-cache");
    await mkdir(cache);
    await chmod(cache, 0o775);
    await writeFile(join(cache, "planted"), "");
    await help(folder.path);
    expect([modeOf(cache), existsSync(join(cache, "planted"))]).toEqual(["700", false]);
  });

  test.runIf(isRoot)("is not used by root where it belongs to the service's user", async () => {
    await using folder = await makeTempFolder();
    const cache = join(folder.path, "compile-cache");
    await mkdir(cache);
    await chown(cache, 65_534, 65_534);
    await help(folder.path);
    expect(await readdir(cache)).toEqual([]);
  });
});

describe("the data folder of narrows db", () => {
  test.each(["migrate", "restore"])("%s makes it for its owner alone", async (name) => {
    await using folder = await makeTempFolder();
    const [first, second] = [join(folder.path, "first"), join(folder.path, "second")];
    const copy = join(folder.path, "copy.db");
    expect(await runCli(["db", "migrate"], { DATA_DIR: first })).toMatchObject({ exitCode: 0 });
    expect(await runCli(["db", "backup", copy], { DATA_DIR: first })).toMatchObject({ exitCode: 0 });
    const args = name === "restore" ? ["db", name, copy] : ["db", name];
    expect(await runCli(args, { DATA_DIR: second })).toMatchObject({ exitCode: 0 });
    expect(modeOf(second)).toBe("700");
  });
});
