import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { chown } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { makeTempFolder, type TempFolder } from "../program/temp-folder.ts";
import { postgresUser } from "./postgres-user.ts";

const run = promisify(execFile);

/** The superuser of every test's server. */
export const superuser = "narrows";

/** Beside the program's `bin`: a data folder of which each server gets a copy; made once in a run of the tests. */
export function templateBeside(program: string): string {
  return join(dirname(dirname(program)), "template");
}

/**
 * Makes a data folder in which no server ran yet. Copies of one template have one system identifier, so a server in one
 * of them can stream from a server in another.
 */
export async function makePostgresFolder(program: string): Promise<TempFolder> {
  const folder = await makeTempFolder();
  await giveToUser(folder.path);
  const template = templateBeside(program);
  if (existsSync(template)) await run("cp", ["-a", `${template}/.`, folder.path]);
  else await initialise(program, folder.path);
  return folder;
}

/** Runs `initdb` in a folder that belongs to PostgreSQL's user. */
export async function initialise(program: string, path: string): Promise<void> {
  const format = ["--encoding=UTF8", "--locale=C", "--no-sync"];
  // Anybody on this machine may come in; servers listen on 127.0.0.1 alone.
  const access = [`--username=${superuser}`, "--auth=trust"];
  const user = await postgresUser();
  await run(join(dirname(program), "initdb"), ["-D", path, ...format, ...access], { cwd: path, ...user });
}

export async function giveToUser(path: string): Promise<void> {
  const user = await postgresUser();
  if (user !== undefined) await chown(path, user.uid, user.gid);
}
