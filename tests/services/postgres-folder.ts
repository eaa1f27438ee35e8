import { execFile } from "node:child_process";
import { rmSync } from "node:fs";
import { chown } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { makeTempFolder, type TempFolder } from "../program/temp-folder.ts";
import { postgresUser } from "./postgres-user.ts";

const run = promisify(execFile);

/** The superuser of every test's server. */
export const superuser = "narrows";

/** By program, so that it is made once for all servers of a process. */
const templates = new Map<string, Promise<string>>();

/**
 * Makes a data folder in which no server ran yet: a copy of one that `initdb` made, so all of them have one system
 * identifier and one can stream from another.
 */
export async function makePostgresFolder(program: string): Promise<TempFolder> {
  const template = templates.get(program) ?? makeTemplate(program);
  templates.set(program, template);
  const folder = await makeUserFolder();
  await run("cp", ["-a", `${await template}/.`, folder.path]);
  return folder;
}

async function makeTemplate(program: string): Promise<string> {
  const { path } = await makeUserFolder();
  process.on("exit", () => rmSync(path, { recursive: true, force: true }));
  const format = ["--encoding=UTF8", "--locale=C", "--no-sync"];
  // Anybody on this machine may come in; servers listen on 127.0.0.1 alone.
  const access = [`--username=${superuser}`, "--auth=trust"];
  await run(join(dirname(program), "initdb"), ["-D", path, ...format, ...access], {
    cwd: path,
    ...(await postgresUser()),
  });
  return path;
}

async function makeUserFolder(): Promise<TempFolder> {
  const folder = await makeTempFolder();
  const user = await postgresUser();
  if (user !== undefined) await chown(folder.path, user.uid, user.gid);
  return folder;
}
