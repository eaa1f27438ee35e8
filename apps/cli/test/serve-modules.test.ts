import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { cliPath } from "./run-cli.ts";
import { makeTempFolder } from "./temp-folder.ts";

const deadlineMs = 60_000;
const listLoaded = import.meta.resolve("./list-loaded.js");

/** Starts `narrows serve` until it answers, ends it, and gives what it had loaded by then. */
async function loadedByServe(): Promise<readonly string[]> {
  await using folder = await makeTempFolder();
  const loadedFile = join(folder.path, "loaded.json");
  const child = spawn(process.execPath, ["--import", listLoaded, cliPath, "serve"], {
    env: { DATA_DIR: join(folder.path, "data"), PORT: "0", LOADED_FILE: loadedFile },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  try {
    const signal = AbortSignal.timeout(deadlineMs);
    for (let log = ""; !log.includes("http://");) log += String((await once(child.stdout, "data", { signal }))[0]);
    child.stdout.resume();
    child.kill("SIGTERM");
    await ended;
    return JSON.parse(await readFile(loadedFile, "utf8")) as string[];
  } finally {
    child.kill("SIGKILL");
  }
}

describe("what narrows serve has loaded once it answers", () => {
  let loaded: readonly string[];
  const loadedOf = (part: string) => loaded.filter((name) => name.includes(part));

  beforeAll(async () => {
    loaded = await loadedByServe();
  });

  test("is the service", () => {
    expect(loadedOf("/apps/server/src/redirect.ts")).toHaveLength(1);
    expect(loadedOf("NativeModule _http_server")).toHaveLength(1);
  });

  test.each([
    ["other commands", "/apps/cli/src/commands/links-"],
    ["the parser of the command line", "/node_modules/commander/"],
    ["the texts of the command line", "/apps/cli/src/texts/"],
    ["the compiler of schemas", "/node_modules/ajv/"],
    ["node's client for HTTP", "NativeModule internal/deps/undici/undici"],
  ])("is not %s", (_what, part) => {
    expect(loadedOf(part)).toEqual([]);
  });
});
