import { execFile } from "node:child_process";
import { access, copyFile, mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import locked from "./clickhouse/package-lock.json" with { type: "json" };
import type { TestService } from "./service.ts";

const run = promisify(execFile);

const version = locked.packages["node_modules/chdb"].version;
/** Kept between runs: 540 MB that npm has to bring once. */
const cache = fileURLToPath(new URL(`../../node_modules/.cache/narrows-tests/chdb-${version}`, import.meta.url));

/**
 * ClickHouse's engine from npm, or a server. Its address is a folder with `node_modules/chdb`, or, where CLICKHOUSE_URL is
 * set, that URL.
 */
export const clickhouseService: TestService = {
  name: "clickhouse",
  async bring(deadlineMs) {
    const server = process.env["CLICKHOUSE_URL"] ?? "";
    try {
      if (server !== "") return await greet(server, deadlineMs);
      const kind = (await exists(cache)) ? "found" : "installed";
      if (kind === "installed") await installInto(cache, deadlineMs);
      await tryOut(cache, deadlineMs);
      return { kind, address: cache };
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      const what = server === "" ? `chdb ${version} does not work here` : "CLICKHOUSE_URL does not answer";
      return { kind: "skipped", reason: `${what}: ${message.trim().split("\n").at(-1)}` };
    }
  },
};

async function greet(url: string, deadlineMs: number) {
  const answer = await fetch(new URL("/ping", url), { signal: AbortSignal.timeout(deadlineMs) });
  if (!answer.ok) throw new Error(`/ping answers ${answer.status}`);
  return { kind: "found", address: url } as const;
}

/** Under another name first, so that a run that was given up leaves no half of it. */
async function installInto(folder: string, timeout: number): Promise<void> {
  await mkdir(dirname(folder), { recursive: true });
  const made = await mkdtemp(`${folder}-`);
  try {
    for (const name of ["package.json", "package-lock.json"]) {
      await copyFile(new URL(`clickhouse/${name}`, import.meta.url), join(made, name));
    }
    await run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: made, timeout });
    await rename(made, folder);
  } catch (error) {
    await rm(made, { recursive: true, force: true });
    // Another run was faster.
    if (!(await exists(folder))) throw error;
  }
}

/** There is no package for every platform, and the engine wants newer processors. */
async function tryOut(folder: string, timeout: number): Promise<void> {
  const question = `if (require("chdb").query("SELECT 1").trim() !== "1") process.exit(1);`;
  await run(process.execPath, ["--eval", question], { cwd: folder, timeout });
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
